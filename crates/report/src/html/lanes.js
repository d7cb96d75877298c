// Threads side by side, one row per step. Where there is no room for lanes, one list with the names of the threads.

const LANE_WIDTH = 168, NUMBER_WIDTH = 56;

class Lanes {
  // `choose(position)` is called when the reader picks a row.
  constructor(execution, choose) {
    this.execution = execution;
    this.choose = choose;
    this.id = freshId("lanes");
    this.shown = [];
    this.position = 0;
    this.head = el("div", { class: "lane-head", "aria-hidden": "true" });
    this.list = el("div", {
      class: "lane-list", role: "listbox", tabindex: "0", "aria-label": "Steps of the execution",
      onkeydown: (event) => this.key(event),
    });
    this.element = el("div", { class: "lanes panel" }, this.head, this.list);
    this.rows = new Windowed(this.list, (index) => this.row(index));
    new ResizeObserver(() => this.arrange()).observe(this.element);
  }

  show(shown, position) {
    this.shown = shown;
    this.position = position;
    const used = new Set(shown.map((index) => this.execution.thread(this.execution.steps[index])));
    this.threads = [...used].sort((a, b) => a - b);
    this.arrange();
  }

  arrange() {
    if (!this.threads) return;
    const width = this.element.clientWidth || 900;
    this.asList = width < NUMBER_WIDTH + LANE_WIDTH * this.threads.length;
    this.element.classList.toggle("as-list", this.asList);
    this.head.replaceChildren(el("span", { class: "number" }),
      ...(this.asList ? [] : this.threads.map((thread) => el("span", { class: "thread t" + (thread % 8) }, visible(this.execution.threads[thread])))));
    this.rows.resize(this.shown.length, this.asList ? 44 : 26);
    this.list.style.maxHeight = (this.asList ? 44 * 8 : 26 * 18) + "px";
    this.rows.reveal(this.position);
    this.rows.draw();
  }

  move(position) {
    this.position = position;
    this.rows.reveal(position);
    this.rows.draw();
    this.list.setAttribute("aria-activedescendant", this.id + "-" + position);
  }

  row(index) {
    const { execution } = this;
    const step = execution.steps[this.shown[index]];
    const thread = execution.thread(step);
    const row = el("div", {
      class: "step " + this.classes(step, index), role: "option", id: this.id + "-" + index,
      "aria-selected": index === this.position ? "true" : "false",
      "aria-posinset": index + 1, "aria-setsize": this.shown.length,
      "aria-label": "step " + (index + 1) + ", " + execution.sentence(step),
      onclick: () => this.choose(index),
    }, el("span", { class: "number" }, String(index + 1)));
    const cell = this.cell(step, thread);
    if (this.asList) row.append(cell);
    else this.threads.forEach((other) => row.append(other === thread ? cell : el("span", { class: "cell" })));
    return row;
  }

  cell(step, thread) {
    const { execution } = this;
    const remark = step.phase === REACHES_MEMORY ? "" : execution.remark(step);
    const words = visible(execution.words(step));
    return el("span", { class: "cell filled t" + (thread % 8), title: words + (remark ? " (" + remark + ")" : "") },
      this.asList && el("span", { class: "thread" }, visible(execution.threads[thread])),
      el("span", { class: "words" }, step.phase === REACHES_MEMORY ? visible(execution.events[step.event].n) + " → memory" : words),
      remark && el("span", { class: "remark" }, step.phase === BUFFERED ? "buffered" : "early"),
      step.phase !== REACHES_MEMORY && el("span", { class: "where" }, execution.lineOf(step)));
  }

  classes(step, index) {
    const current = this.execution.steps[this.shown[this.position]];
    const names = [];
    if (index === this.position) names.push("current");
    if (index > this.position) names.push("later");
    if (step.event < 0) names.push("failure");
    if (step.phase === BUFFERED) names.push("buffered");
    if (step.phase === REACHES_MEMORY) names.push("drains");
    if (current && current.event >= 0 && step.event >= 0 && index !== this.position) {
      const sources = this.execution.events[current.event].rf || [];
      if (sources.includes(step.event)) names.push("rf-source");
      if (this.execution.readers[current.event].includes(step.event)) names.push("rf-reader");
    }
    return names.join(" ");
  }

  key(event) {
    const page = Math.max(1, Math.floor(this.list.clientHeight / this.rows.height) - 1);
    const target = {
      ArrowDown: this.position + 1, ArrowUp: this.position - 1,
      PageDown: this.position + page, PageUp: this.position - page,
      Home: 0, End: this.shown.length - 1,
    }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    this.choose(target);
  }
}
