// The page of a prediction: what other schedules of a recorded run would have broken, each with both places and a schedule.

const STEPS_AT_ONCE = 400;

function predictionsPage(data, title) {
  const findings = data.findings || [];
  const summary = findings.length === 0 ? "Nothing was found in other schedules of this run." : plural(findings.length, "violation") + " in other schedules of this run.";
  return [
    el("header", {},
      el("h1", {}, visible(title)),
      el("p", {}, summary),
      el("p", { class: "note" }, joined(data.events && plural(data.events, "event"), data.threads && plural(data.threads, "thread"),
        data.unconfirmed_count && plural(data.unconfirmed_count, "unconfirmed candidate"), data.unknown))),
    (data.observed || []).map(observedSection),
    findings.map((finding, index) => findingSection(finding, index)),
  ];
}

// The places that collide: a pair, or all that take part.
function colliding(finding) {
  return finding.events || [finding.first, finding.second].filter(Boolean);
}

function findingSection(finding, index) {
  const id = "finding-" + (index + 1);
  return el("section", { class: "violation", id, "aria-labelledby": id + "-title" },
    el("h2", { id: id + "-title" }, visible(finding.message)),
    el("div", { class: "accesses" }, colliding(finding).map(accessBlock)),
    scheduleTable(finding));
}

// What went wrong in the run itself.
function observedSection(observed) {
  const shown = observed.events.filter(Boolean);
  return el("section", { class: "violation" }, el("h2", {}, visible(observed.message)), el("div", { class: "accesses" }, shown.map(accessBlock)));
}

// One of the places that collide: who, what, where, and how the thread came there.
function accessBlock(event) {
  const place = event.file ? event.file + ":" + event.line : event.location || "";
  const stack = event.calls || [];
  return el("div", { class: "access" },
    el("p", {}, el("b", {}, visible(event.thread || "")), " ", el("code", {}, visible(event.text || "")), " ",
      place && el("code", { class: "place" }, visible(String(place))), " ",
      event.function && el("span", { class: "note" }, "in " + visible(event.function))),
    stack.length > 0 && el("details", { open: true }, el("summary", {}, "called from"),
      el("ol", { class: "stack" }, stack.map((frame) => el("li", {},
        el("code", {}, visible(frame.function || "?")), " ",
        frame.file && el("span", { class: "note" }, visible(frame.file + ":" + frame.line)))))));
}

// The schedule that shows it, a column for each thread that takes part.
function scheduleTable(finding) {
  const steps = finding.schedule || [];
  const prefix = finding.prefix ? "after the first " + plural(finding.prefix, "event") + " as recorded" : "";
  const heading = el("h3", {}, "A schedule that shows it", prefix && ", " + prefix);
  if (steps.length === 0) return [heading, el("p", { class: "note" }, "The two come next to each other there.")];
  const threads = [...new Set(steps.map((step) => step.thread || ""))];
  const marked = new Set(colliding(finding).map((event) => event.event));
  const body = el("tbody");
  const row = (step, index) => el("tr", { class: marked.has(step.event) ? "colliding" : null },
    el("th", { scope: "row" }, String(index + 1)),
    threads.map((thread) => el("td", {}, thread === (step.thread || "") && el("code", {}, visible(step.text || "")))),
    el("td", { class: "note" }, step.file ? visible(step.file.split("/").pop() + ":" + step.line) : ""));
  // The end is what matters; the rest comes when it is asked for.
  const first = Math.max(0, steps.length - STEPS_AT_ONCE);
  body.append(...steps.slice(first).map((step, index) => row(step, first + index)));
  const earlier = first > 0 && el("button", { type: "button", onclick: () => {
    body.prepend(...steps.slice(0, first).map(row));
    earlier.remove();
  } }, "Show " + plural(first, "earlier step"));
  return [heading, earlier,
    el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Schedule" },
      el("table", { class: "schedule" },
        el("thead", {}, el("tr", {}, el("th", { scope: "col" }, "step"), threads.map((thread) => el("th", { scope: "col" }, visible(thread))), el("th", { scope: "col" }, "place"))),
        body))];
}
