// The program's text, with the lines of the execution marked and the line of the current step in view.

class Source {
  constructor(execution) {
    this.execution = execution;
    this.marks = this.markedLines();
    this.used = [...this.marks.keys()].sort((a, b) => this.marks.get(b).size - this.marks.get(a).size);
    this.file = -1;
    this.line = 0;
    this.lines = [];
    this.tabs = el("div", { class: "tabs", role: "group", "aria-label": "Source files" });
    this.missing = el("p", { class: "note" });
    this.list = el("div", { class: "source-list", tabindex: "0", role: "region", "aria-label": "Source" });
    this.element = el("div", { class: "source panel" }, this.tabs, this.missing, this.list);
    this.rows = new Windowed(this.list, (index) => this.row(index));
    this.open(this.used.length ? this.used[0] : -1);
  }

  // Per file and line, the threads that have a step there.
  markedLines() {
    const marks = new Map();
    for (const step of this.execution.steps) {
      const at = this.execution.at(step);
      if (!at) continue;
      if (!marks.has(at[0])) marks.set(at[0], new Map());
      const lines = marks.get(at[0]);
      if (!lines.has(at[1])) lines.set(at[1], new Set());
      lines.get(at[1]).add(this.execution.thread(step));
    }
    return marks;
  }

  open(file) {
    if (file === this.file) return;
    this.file = file;
    const known = this.execution.files[file];
    this.lines = known && known.text !== undefined ? known.text.split(/\r\n|\n|\r/) : [];
    if (this.lines.at(-1) === "") this.lines.pop();
    this.missing.textContent = known ? known.missing || "" : "No step of this execution has a place in the source.";
    this.missing.hidden = this.missing.textContent === "";
    this.list.hidden = this.lines.length === 0;
    this.tabs.replaceChildren(...this.used.map((other) => el("button", {
      type: "button", "aria-pressed": other === file ? "true" : "false", onclick: () => this.open(other),
    }, visible(this.execution.files[other].path))));
    const widest = this.lines.reduce((most, line) => Math.max(most, line.length), 0);
    this.rows.inner.style.minWidth = widest + 12 + "ch";
    this.rows.resize(this.lines.length, 21);
    const first = this.marks.has(file) ? Math.min(...this.marks.get(file).keys()) : 1;
    this.list.scrollTop = 0;
    if (this.lines.length) this.rows.reveal(Math.min(first, this.lines.length) - 1);
    this.rows.draw();
  }

  show(step) {
    const at = this.execution.at(step);
    this.thread = this.execution.thread(step);
    this.line = at ? at[1] : 0;
    if (at) this.open(at[0]);
    if (this.line > 0 && this.line <= this.lines.length) this.rows.reveal(this.line - 1);
    this.rows.draw();
  }

  row(index) {
    const line = index + 1;
    const marks = this.marks.get(this.file);
    const threads = (marks && marks.get(line)) || new Set();
    const current = line === this.line;
    return el("div", { class: "line" + (threads.size ? " marked" : "") + (current ? " current t" + (this.thread % 8) : ""), "aria-current": current && "step" },
      el("span", { class: "dots", "aria-hidden": "true" }, [...threads].sort().slice(0, 4).map((thread) => el("i", { class: "dot t" + (thread % 8) }))),
      el("span", { class: "number" }, String(line)),
      el("code", {}, visible(this.lines[index]) || " "));
  }
}
