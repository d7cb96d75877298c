// What the current step means: who it reads from, who reads it, and what store buffers and memory hold after it.

const PLACES_AT_ONCE = 24, LINKS_AT_ONCE = 6;

class State {
  // `jump(event)` goes to the step in which the event takes effect.
  constructor(execution, jump) {
    this.execution = execution;
    this.jump = jump;
    this.detail = el("div", { class: "detail panel" });
    this.held = el("div", { class: "held panel" });
    this.element = el("div", { class: "state" }, this.detail, this.held);
  }

  show(index, number, total) {
    const step = this.execution.steps[index];
    this.drawDetail(step, number, total);
    this.drawHeld(index, step);
  }

  drawDetail(step, number, total) {
    const { execution } = this;
    const thread = execution.thread(step);
    const remark = execution.remark(step);
    this.detail.replaceChildren(
      el("h3", {}, "Step " + number + " of " + total),
      el("p", { class: "what" }, el("span", { class: "thread t" + (thread % 8) }, visible(execution.threads[thread])), " ",
        el("strong", {}, visible(execution.words(step))), remark ? " (" + visible(remark) + ")" : ""),
      el("p", { class: "where" }, visible(execution.where(step))),
      el("dl", {}, step.event < 0 ? [] : this.relations(step)));
  }

  relations(step) {
    const { execution } = this;
    const id = step.event;
    const event = execution.events[id];
    const some = (ids) => ids.length ? ids : null;
    const one = (other) => other >= 0 ? [other] : null;
    return [
      this.relation("memory order", event.o ? [event.o.replace("_", " ")] : null),
      this.relation("reads from (rf)", event.rf),
      this.relation("read by (rf)", some(execution.readers[id])),
      this.relation("overwrites (co)", one(execution.older[id])),
      this.relation("overwritten by (co)", one(execution.newer[id])),
      this.relation("reads before (fr)", some(execution.overwriters[id])),
      this.relation("reordered with", some(execution.passed[id])),
    ];
  }

  // A relation with the events at its other end, each a button that goes there.
  relation(name, ends) {
    if (!ends) return [];
    const rest = ends.length - LINKS_AT_ONCE;
    const shown = ends.slice(0, LINKS_AT_ONCE).map((end) => typeof end === "string" ? end : this.link(end));
    return [el("dt", {}, name), el("dd", {}, shown, rest > 0 && " and " + rest + " more")];
  }

  link(id) {
    if (id === INITIAL) return el("span", {}, "the initial value");
    if (id === CUT_OFF) return el("span", {}, "a write that is not on this page");
    const { execution } = this;
    const event = execution.events[id];
    const line = event.at ? ", line " + event.at[1] : "";
    return el("button", { type: "button", class: "link", onclick: () => this.jump(id) },
      visible(execution.threads[event.t] + ": " + event.x) + line);
  }

  drawHeld(index, step) {
    const { buffers, memory, locks } = this.execution.stateAfter(index + 1);
    const parts = [];
    if (this.execution.data.buffers) parts.push(el("h3", {}, "Store buffers"), this.buffers(buffers, step));
    if (locks.length > 0) parts.push(el("h3", {}, "Locks"), this.locks(locks, step));
    parts.push(el("h3", {}, "Memory"), this.memory(memory, step));
    this.held.replaceChildren(...parts.flat());
  }

  buffers(buffers, step) {
    const { execution } = this;
    const used = execution.steps.some((other) => other.phase === BUFFERED);
    if (!used) return el("p", { class: "note" }, "No store of this execution is overtaken; each reaches memory at once.");
    const threads = [...new Set(execution.steps.filter((other) => other.phase === BUFFERED).map((other) => execution.thread(other)))].sort((a, b) => a - b);
    const buffer = (thread) => el("div", { class: "buffer t" + (thread % 8) },
      el("span", { class: "thread t" + (thread % 8) }, visible(execution.threads[thread])),
      el("ol", { "aria-label": "stores of " + execution.threads[thread] + " that wait, oldest first" },
        buffers[thread].slice(0, PLACES_AT_ONCE).map((id) => el("li", { class: id === step.event ? "new" : "" }, visible(execution.events[id].x)))),
      buffers[thread].length === 0 && el("span", { class: "note" }, "empty"));
    return threads.map(buffer);
  }

  locks(locks, step) {
    const { execution } = this;
    const names = execution.data.locks;
    const changed = step.event >= 0 && execution.events[step.event].h ? execution.events[step.event].h[0] : -1;
    const held = [...locks.keys()].sort((a, b) => (locks[b].size > 0) - (locks[a].size > 0) || a - b);
    const holder = ([thread, times]) => [el("span", { class: "thread t" + (thread % 8) }, visible(execution.threads[thread])), times > 1 ? " ×" + times + " " : " "];
    return el("table", { class: "memory locks" },
      el("thead", {}, el("tr", {}, ["lock", "held by"].map((name) => el("th", { scope: "col" }, name)))),
      el("tbody", {}, held.slice(0, PLACES_AT_ONCE).map((lock) => el("tr", { class: lock === changed ? "changed" : "" },
        el("th", { scope: "row" }, visible(names[lock])),
        el("td", {}, locks[lock].size ? [...locks[lock]].map(holder) : el("span", { class: "note" }, "nobody"))))));
  }

  memory(memory, step) {
    const { execution } = this;
    const places = execution.data.places;
    const numbers = [...places.keys()].filter((place) => places[place][2]);
    const touched = (place) => memory.has(place) ? execution.effect[memory.get(place)] : -1;
    const shown = numbers.length > PLACES_AT_ONCE
      ? numbers.sort((a, b) => touched(b) - touched(a)).slice(0, PLACES_AT_ONCE)
      : numbers;
    if (shown.length === 0) return el("p", { class: "note" }, "Threads share no plain place here.");
    const { beginning } = execution.data;
    const changes = step.event >= 0 && step.phase !== BUFFERED && execution.events[step.event].v !== undefined;
    const row = (place) => {
      const [name, initial] = places[place];
      const writer = memory.has(place) ? execution.events[memory.get(place)] : null;
      return el("tr", { class: changes && execution.events[step.event].p === place ? "changed" : "" },
        el("th", { scope: "row" }, visible(name)),
        el("td", {}, visible(writer ? writer.v : initial === null || !beginning ? "?" : initial)),
        el("td", { class: "note" }, writer ? visible(execution.threads[writer.t]) : beginning ? "initial" : "an earlier step"));
    };
    return [
      el("table", { class: "memory" },
        el("thead", {}, el("tr", {}, ["place", "value", "written by"].map((name) => el("th", { scope: "col" }, name)))),
        el("tbody", {}, shown.map(row))),
      numbers.length > shown.length && el("p", { class: "note" }, "The " + shown.length + " places written last, of " + numbers.length + "."),
    ].filter(Boolean);
  }
}
