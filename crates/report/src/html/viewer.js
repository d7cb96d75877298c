// One violation: the slider and everything that follows it.

class Viewer {
  constructor(data, files) {
    this.execution = new Execution(data, files);
    this.all = false;
    this.lanes = new Lanes(this.execution, (position) => this.go(position));
    this.source = new Source(this.execution);
    this.state = new State(this.execution, (event) => this.jump(event));
    this.graph = new Graph(this.execution, (event) => this.jump(event));
    this.element = el("div", { class: "viewer", onfocusin: () => this.activate(), onclick: () => this.activate() },
      this.controls(), this.omitted(),
      el("div", { class: "panels" }, this.lanes.element, this.source.element),
      this.state.element, this.graph.element);
    this.shown = this.execution.shown(this.all);
    this.position = 0;
    if (Viewer.active === null) this.activate();
    this.refresh();
  }

  controls() {
    const button = (label, title, move) => el("button", { type: "button", "aria-label": title, title, onclick: () => this.go(move(), true) }, label);
    this.slider = el("input", { type: "range", min: 0, value: 0, "aria-label": "Step", oninput: () => this.go(Number(this.slider.value)) });
    this.output = el("output", { class: "position" });
    this.status = el("p", { class: "unseen", role: "status" });
    const hidden = this.execution.shown(true).length - this.execution.shown(false).length;
    return el("div", { class: "controls" },
      button("|◀", "First step", () => 0),
      button("◀", "Step back", () => this.position - 1),
      button("▶", "Step forward", () => this.position + 1),
      button("▶|", "Last step", () => this.shown.length - 1),
      this.slider, this.output, this.status,
      hidden > 0 && checkbox("also " + plural(hidden, "step") + " only one thread can see", false, (on) => this.showAll(on), "all"));
  }

  omitted() {
    const { omitted } = this.execution.data;
    return omitted > 0 && el("p", { class: "note" }, plural(omitted, "step") + " of this execution are left out: the page shows the last ones that threads share.");
  }

  activate() {
    Viewer.active = this;
  }

  showAll(on) {
    const step = this.shown[this.position];
    this.all = on;
    const box = this.element.querySelector(".all input");
    if (box) box.checked = on;
    this.shown = this.execution.shown(on);
    const position = this.shown.findIndex((index) => index >= step);
    this.position = position < 0 ? this.shown.length - 1 : position;
    this.refresh();
  }

  refresh() {
    this.slider.max = Math.max(0, this.shown.length - 1);
    this.lanes.show(this.shown, this.position);
    this.go(this.position);
  }

  go(position, announce) {
    if (this.shown.length === 0) return;
    this.position = Math.min(this.shown.length - 1, Math.max(0, position));
    const step = this.execution.steps[this.shown[this.position]];
    const sentence = "step " + (this.position + 1) + ", " + this.execution.sentence(step);
    this.slider.value = this.position;
    this.slider.setAttribute("aria-valuetext", sentence);
    this.output.textContent = (this.position + 1) + " / " + this.shown.length;
    if (announce) this.status.textContent = sentence;
    this.later();
  }

  // However fast the slider moves, the panels are drawn once per frame.
  later() {
    if (this.waiting) return;
    this.waiting = true;
    requestAnimationFrame(() => {
      this.waiting = false;
      this.draw();
    });
  }

  draw() {
    const index = this.shown[this.position];
    this.lanes.move(this.position);
    this.source.show(this.execution.steps[index]);
    this.state.show(index, this.position + 1, this.shown.length);
    this.graph.show(this.shown, this.position);
  }

  // To the step in which an event takes effect, also where that step is hidden.
  jump(event) {
    const step = this.execution.effect[event] >= 0 ? this.execution.effect[event] : this.execution.issue[event];
    if (!this.shown.includes(step)) this.showAll(true);
    this.go(this.shown.indexOf(step), true);
  }
}
Viewer.active = null;

// Arrow keys move the viewer in use wherever nothing else wants them.
document.addEventListener("keydown", (event) => {
  const { target } = event;
  if (!Viewer.active || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (target.closest && target.closest("input, select, textarea, .source-list, .graph-frame, .scroll")) return;
  const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (by === undefined) return;
  event.preventDefault();
  Viewer.active.go(Viewer.active.position + by, true);
});
