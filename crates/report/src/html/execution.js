// One execution: its events and steps, who is joined to whom, and what buffers and memory hold after each step.

const WHOLE = 0, BUFFERED = 1, REACHES_MEMORY = 2, EARLY = 3;
const INITIAL = -1, CUT_OFF = -2;

class Execution {
  constructor(data, files) {
    this.data = data;
    this.files = files;
    this.events = data.events;
    this.threads = data.threads;
    this.steps = data.steps.map(([event, phase]) => ({ event, phase }));
    if (data.failure) this.steps.push({ event: -1, phase: WHOLE });
    this.effect = new Array(this.events.length).fill(-1);
    this.issue = new Array(this.events.length).fill(-1);
    this.steps.forEach((step, index) => {
      if (step.event < 0) return;
      if (this.issue[step.event] < 0) this.issue[step.event] = index;
      if (step.phase !== BUFFERED) this.effect[step.event] = index;
    });
    this.link();
  }

  link() {
    const lists = () => this.events.map(() => []);
    this.readers = lists();
    this.overwriters = lists();
    this.passed = lists();
    const none = () => new Array(this.events.length).fill(-1);
    this.newer = none();
    this.older = none();
    this.cluster = none();
    this.rank = none();
    this.events.forEach((event, id) => (event.rf || []).forEach((source) => {
      if (source >= 0) this.readers[source].push(id);
    }));
    this.data.fr.forEach(([read, write]) => this.overwriters[read].push(write));
    this.data.relaxed.forEach(([first, second]) => this.passed[second].push(first));
    this.data.co.forEach((writes, cluster) => writes.forEach((write, index) => {
      this.cluster[write] = cluster;
      this.rank[write] = index;
      if (index > 0) this.older[write] = writes[index - 1];
      if (index + 1 < writes.length) this.newer[write] = writes[index + 1];
    }));
  }

  // The steps to show: all, or those that more than one thread can notice.
  shown(all) {
    const indices = [...this.steps.keys()];
    const some = indices.filter((index) => this.steps[index].event < 0 || this.events[this.steps[index].event].s);
    return all || some.length === 0 ? indices : some;
  }

  thread(step) {
    return step.event < 0 ? this.data.failure.t : this.events[step.event].t;
  }

  at(step) {
    return step.event < 0 ? this.data.failure.at : this.events[step.event].at;
  }

  // What the step does, in a few words.
  words(step) {
    if (step.event < 0) return this.data.failure.x;
    const event = this.events[step.event];
    return step.phase === REACHES_MEMORY ? event.n + " reaches memory" : event.x;
  }

  remark(step) {
    switch (step.phase) {
      case BUFFERED: return "in " + this.threads[this.thread(step)] + "'s buffer";
      case REACHES_MEMORY: return this.events[step.event].x;
      case EARLY: return "ahead of an earlier load";
      default: return "";
    }
  }

  where(step) {
    const at = this.at(step);
    return at ? this.files[at[0]].path + ":" + at[1] : "";
  }

  // The line alone is enough beside the source.
  lineOf(step) {
    const at = this.at(step);
    return at ? ":" + at[1] : "";
  }

  // The whole step as one sentence, for those who listen.
  sentence(step) {
    const remark = step.phase === REACHES_MEMORY ? "" : this.remark(step);
    const at = this.at(step);
    return [this.threads[this.thread(step)] + ": " + this.words(step), remark, at ? "line " + at[1] : ""]
      .filter(Boolean).join(", ");
  }

  // Store buffers per thread (events, oldest first), the last write to each place, and for each lock how often each thread
  // holds it, after the first `count` steps.
  stateAfter(count) {
    const buffers = this.threads.map(() => []);
    const memory = new Map();
    const locks = this.data.locks.map(() => new Map());
    for (let index = 0; index < count; index++) {
      const { event: id, phase } = this.steps[index];
      if (id < 0) continue;
      const event = this.events[id];
      if (phase === BUFFERED) {
        buffers[event.t].push(id);
        continue;
      }
      if (phase === REACHES_MEMORY) {
        const buffer = buffers[event.t];
        const position = buffer.indexOf(id);
        if (position >= 0) buffer.splice(position, 1);
      }
      if (event.h) {
        const holders = locks[event.h[0]];
        const times = (holders.get(event.t) || 0) + event.h[1];
        if (times > 0) holders.set(event.t, times);
        else holders.delete(event.t);
      }
      if (event.v !== undefined && event.p !== undefined) memory.set(event.p, id);
    }
    return { buffers, memory, locks };
  }
}
