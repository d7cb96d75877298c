// The execution graph: threads as columns, events in program order, arrows for po, rf, co and fr.

const GRAPH_LIMIT = 300, GRAPH_REACH = 16;
const MARGIN = 60;
const NODE = { width: 172, height: 42, across: 250, down: 78 };
const RELATIONS = [
  ["po", "program order"], ["rf", "reads from"], ["co", "coherence: order of writes"], ["fr", "from-reads: read before the write"],
];

class Graph {
  constructor(execution, jump) {
    this.execution = execution;
    this.jump = jump;
    this.id = freshId("graph");
    this.on = { po: true, rf: true, co: true, fr: true };
    const boxes = RELATIONS.map(([name, title]) => checkbox(
      el("span", { title }, el("b", {}, name), " ", title), true, (on) => this.toggle(name, on), name));
    this.note = el("p", { class: "note" });
    this.frame = el("div", { class: "graph-frame", tabindex: "0", role: "region", "aria-label": "Execution graph, scrolls" });
    this.element = el("div", { class: "graph panel" },
      el("fieldset", { class: "switches" }, el("legend", {}, "Execution graph"), boxes), this.note, this.frame);
    this.drawn = null;
  }

  toggle(name, on) {
    this.on[name] = on;
    this.draw();
    this.mark();
  }

  show(shown, position) {
    this.current = this.execution.steps[shown[position]].event;
    const fresh = this.drawn !== shown;
    if (fresh) {
      this.drawn = shown;
      this.all = this.eventsOf(shown);
    }
    const { all } = this;
    const cut = all.length > GRAPH_LIMIT;
    if (cut || fresh) {
      this.ids = cut ? this.around(shown, position) : all;
      this.place();
      this.draw();
    }
    this.note.textContent = cut
      ? "Of " + all.length.toLocaleString("en") + " events, the " + this.ids.length + " around the current step and those joined to it are drawn."
      : "";
    this.note.hidden = !cut;
    this.mark();
  }

  eventsOf(steps) {
    const seen = new Set();
    for (const index of steps) {
      const id = this.execution.steps[index].event;
      if (id >= 0 && "RWUFS".includes(this.execution.events[id].k)) seen.add(id);
    }
    return [...seen];
  }

  around(shown, position) {
    const { execution, current } = this;
    const near = shown.slice(Math.max(0, position - GRAPH_REACH), position + GRAPH_REACH + 1);
    const joined = current < 0 ? [] : [
      ...(execution.events[current].rf || []), ...execution.readers[current].slice(0, GRAPH_REACH),
      execution.older[current], execution.newer[current], ...execution.overwriters[current],
    ].filter((id) => id >= 0);
    return [...new Set([...this.eventsOf(near), ...joined])].sort((a, b) => execution.issue[a] - execution.issue[b]);
  }

  // Each event below its predecessor in the thread and, where program order leaves room, below the write it reads from.
  place() {
    const { execution } = this;
    const threads = [...new Set(this.ids.map((id) => execution.events[id].t))].sort((a, b) => a - b);
    const last = new Map();
    this.spot = new Map();
    this.po = [];
    for (const id of this.inOrder(threads)) {
      const event = execution.events[id];
      const before = last.get(event.t);
      let row = before === undefined ? 0 : this.spot.get(before).row + 1;
      for (const source of event.rf || []) {
        if (this.spot.has(source)) row = Math.max(row, this.spot.get(source).row + 1);
      }
      if (before !== undefined) this.po.push([before, id]);
      last.set(event.t, id);
      const column = threads.indexOf(event.t);
      this.spot.set(id, { row, column, x: MARGIN + column * NODE.across, y: 40 + row * NODE.down });
    }
    this.next = new Map(this.po);
    this.threads = threads;
    this.width = 2 * MARGIN + (threads.length - 1) * NODE.across + NODE.width;
    this.height = 60 + Math.max(0, ...[...this.spot.values()].map((spot) => spot.row)) * NODE.down + NODE.height;
  }

  // The events thread by thread in program order, writes before their readers as far as that goes (RMO has cycles).
  inOrder(threads) {
    const { events, issue } = this.execution;
    const queues = threads.map((thread) => this.ids.filter((id) => events[id].t === thread).sort((a, b) => events[b].i - events[a].i));
    const waiting = new Set(this.ids);
    const order = [];
    while (waiting.size > 0) {
      const heads = queues.filter((queue) => queue.length > 0).sort((a, b) => issue[a.at(-1)] - issue[b.at(-1)]);
      const ready = heads.find((queue) => (events[queue.at(-1)].rf || []).every((source) => !waiting.has(source))) || heads[0];
      const id = ready.pop();
      waiting.delete(id);
      order.push(id);
    }
    return order;
  }

  arrows() {
    const { execution } = this;
    const here = ([a, b]) => a !== b && this.spot.has(a) && this.spot.has(b);
    const rf = this.ids.flatMap((id) => (execution.events[id].rf || []).map((source) => [source, id]));
    const fr = this.ids.flatMap((id) => execution.overwriters[id].map((write) => [id, write]));
    const relaxed = new Set(execution.data.relaxed.map(String));
    return [
      ...this.po.map((pair) => ["po", pair, relaxed.has(String(pair))]),
      ...execution.data.relaxed.filter((pair) => here(pair) && !this.po.some((po) => String(po) === String(pair))).map((pair) => ["po", pair, true]),
      ...rf.filter(here).map((pair) => ["rf", pair]),
      ...this.coherence().map((pair) => ["co", pair]),
      ...fr.filter(here).map((pair) => ["fr", pair]),
    ].filter(([name]) => this.on[name]);
  }

  // The drawn writes of each place in the order they reach memory, as neighbours.
  coherence() {
    const { cluster, rank } = this.execution;
    const writes = this.ids.filter((id) => cluster[id] >= 0).sort((a, b) => cluster[a] - cluster[b] || rank[a] - rank[b]);
    return writes.slice(1).map((id, index) => [writes[index], id]).filter(([a, b]) => cluster[a] === cluster[b]);
  }

  draw() {
    const { execution } = this;
    const marker = (name) => svg("marker", {
      id: this.id + name, class: "head " + name, viewBox: "0 0 10 10", refX: 9, refY: 5, markerWidth: 7, markerHeight: 7, orient: "auto",
    }, svg("path", { d: "M0 0 10 5 0 10z" }));
    const heads = this.threads.map((thread, column) => svg("text", { class: "column", x: MARGIN + column * NODE.across + NODE.width / 2, y: 22 }, visible(execution.threads[thread])));
    const arrows = this.arrows();
    const counts = RELATIONS.map(([name]) => arrows.filter((arrow) => arrow[0] === name).length + " " + name).join(", ");
    this.nodes = new Map(this.ids.map((id) => [id, this.node(id)]));
    this.frame.replaceChildren(svg("svg", {
      width: this.width, height: this.height, viewBox: "0 0 " + this.width + " " + this.height, role: "img",
      "aria-label": "Execution graph with " + plural(this.ids.length, "event") + " and arrows: " + counts + ". The same is told step by step above.",
    }, svg("defs", {}, RELATIONS.map(([name]) => marker(name)), marker("relaxed")), heads,
      arrows.map((arrow) => this.arrow(...arrow)), [...this.nodes.values()], arrows.map((arrow) => this.label(...arrow))));
  }

  node(id) {
    const { execution } = this;
    const event = execution.events[id];
    const { x, y } = this.spot.get(id);
    const initial = (event.rf || []).includes(INITIAL) ? "initial" : "";
    const below = [event.at ? "line " + event.at[1] : "", initial, event.o ? event.o.replace("_", " ") : ""].filter(Boolean).join(" · ");
    return svg("g", { class: "node t" + (event.t % 8), transform: "translate(" + x + " " + y + ")", onclick: () => this.jump(id) },
      svg("title", {}, visible(execution.threads[event.t] + ": " + event.x)),
      svg("rect", { width: NODE.width, height: NODE.height, rx: 6 }),
      svg("text", { x: 10, y: 18 }, shorten(visible(event.x), 23)),
      svg("text", { class: "below", x: 10, y: 34 }, shorten(below, 29)));
  }

  route(name, [from, to]) {
    const next = name === "po" && this.next.get(from) === to;
    return route(name, this.spot.get(from), this.spot.get(to), next);
  }

  arrow(name, pair, relaxed) {
    const style = relaxed ? "relaxed" : name;
    return svg("path", {
      class: "arrow " + name + (relaxed ? " relaxed" : ""), d: this.route(name, pair).path, "marker-end": "url(#" + this.id + style + ")",
    });
  }

  // Names of arrows stand above everything else.
  label(name, pair, relaxed) {
    if (name === "po" && !relaxed) return null;
    const { x, y, anchor } = this.route(name, pair);
    return svg("text", { class: "label " + (relaxed ? "relaxed" : name), x, y, "text-anchor": anchor || "start" }, relaxed ? "reordered" : name);
  }

  // The current event, and the frame scrolled to it.
  mark() {
    for (const [id, node] of this.nodes) node.classList.toggle("current", id === this.current);
    const spot = this.spot.get(this.current);
    if (!spot) return;
    const { frame } = this;
    const clip = (value, start, size, room) => value < start + 30 ? value - 60 : value + size > start + room - 30 ? value + size + 60 - room : start;
    frame.scrollTop = clip(spot.y, frame.scrollTop, NODE.height, frame.clientHeight);
    frame.scrollLeft = clip(spot.x, frame.scrollLeft, NODE.width, frame.clientWidth);
  }
}

function shorten(text, length) {
  const letters = [...text];
  return letters.length <= length ? text : letters.slice(0, length - 1).join("") + "…";
}

// A curve between two nodes and where its name stands. Arrows of different relations leave at different heights.
function route(name, from, to, next) {
  const shift = { po: 0, rf: -8, co: 0, fr: 8 }[name];
  const middle = NODE.width / 2, half = NODE.height / 2;
  if (from.column === to.column) {
    if (next) {
      const x = from.x + middle;
      return { path: "M" + x + " " + (from.y + NODE.height) + "V" + to.y, x: x + 6, y: (from.y + to.y + NODE.height) / 2 + 4 };
    }
    const side = { po: -1, rf: 1, co: 1, fr: -1 }[name];
    const edge = from.x + (side > 0 ? NODE.width : 0);
    const bulge = edge + side * Math.min(64, 22 + 6 * Math.abs(to.row - from.row));
    const y1 = from.y + half + shift, y2 = to.y + half + shift;
    return { path: "M" + edge + " " + y1 + "C" + bulge + " " + y1 + " " + bulge + " " + y2 + " " + edge + " " + y2, x: (edge + 3 * bulge) / 4 + side * 4, y: (y1 + y2) / 2, anchor: side > 0 ? "start" : "end" };
  }
  const right = to.column > from.column;
  const x1 = from.x + (right ? NODE.width : 0), x2 = to.x + (right ? 0 : NODE.width);
  const y1 = from.y + half + shift, y2 = to.y + half + shift;
  const pull = (x2 - x1) * 0.35;
  const at = { rf: 0.35, co: 0.5, fr: 0.3, po: 0.5 }[name];
  return {
    path: "M" + x1 + " " + y1 + "C" + (x1 + pull) + " " + y1 + " " + (x2 - pull) + " " + y2 + " " + x2 + " " + y2,
    x: x1 + (x2 - x1) * at - 6, y: y1 + (y2 - y1) * (at * at * (3 - 2 * at)) - 4,
  };
}
