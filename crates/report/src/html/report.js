// The page of a report: the table property × model, then a viewer per violation.

function reportPage(data) {
  return [
    el("header", {},
      el("h1", {}, visible(data.program)),
      el("p", { class: "note" }, data.tool),
      data.note && el("p", { class: "note" }, visible(data.note))),
    verdictTable(data),
    data.warnings.length > 0 && el("section", { "aria-label": "Warnings" }, el("h2", {}, "What had to be assumed"),
      el("ul", {}, data.warnings.map(([place, message]) => el("li", {}, place && el("code", {}, visible(place)), place && " ", visible(message))))),
    data.violations.map((violation, index) => violationSection(data, violation, index)),
  ];
}

function verdictTable(data) {
  if (data.answers.length === 0) return el("p", { class: "note" }, "Nothing was found.");
  const cell = (property, model) => {
    const answers = data.answers.filter((answer) => answer.property === property && answer.model === model);
    return el("td", {}, answers.map(verdictCell));
  };
  return el("section", { class: "scroll", "aria-label": "Verdicts" },
    el("table", { class: "verdicts" },
      el("caption", {}, "Verdict per property and memory model"),
      el("thead", {}, el("tr", {}, el("th", { scope: "col" }, "property"), data.models.map((model) => el("th", { scope: "col" }, model)))),
      el("tbody", {}, data.properties.map((property) =>
        el("tr", {}, el("th", { scope: "row" }, property), data.models.map((model) => cell(property, model)))))));
}

function verdictCell(answer) {
  const verdict = el("span", { class: "mark " + answer.mark }, answer.verdict);
  const linked = answer.violation === null ? verdict : el("a", { href: "#violation-" + (answer.violation + 1), onclick: () => unfold(answer.violation) }, verdict);
  return el("div", { class: "verdict" }, linked, el("span", { class: "more" }, visible(answer.more)),
    el("span", { class: "note" }, joined(answer.engine, seconds(answer.seconds))));
}

function violationSection(data, violation, index) {
  const id = "violation-" + (index + 1);
  const heading = el("h2", { id: id + "-title" }, violation.title + " under " + violation.model);
  const section = el("section", { class: "violation", id, "aria-labelledby": id + "-title" });
  if (violation.as === null) {
    section.append(heading, ...violationBody(data, violation));
    return section;
  }
  // The same failure under a stronger model stands above: this one is drawn when it is asked for.
  const details = el("details", { ontoggle: () => {
    if (details.open && details.childElementCount === 1) details.append(...violationBody(data, violation));
  } }, el("summary", {}, heading, el("span", { class: "note" }, "as under " + data.violations[violation.as].model)));
  section.append(details);
  return section;
}

// Opens a violation that is folded away.
function unfold(index) {
  const details = document.querySelector("#violation-" + (index + 1) + " > details");
  if (details) details.open = true;
}

function violationBody(data, violation) {
  const certified = data.certified ? "replayed and certified" : "not replayed here (selvedge replay does that)";
  return [
    el("p", { class: "headline" }, violation.place && el("code", { class: "place" }, visible(violation.place)), " ",
      violation.message && el("code", {}, visible(violation.message))),
    violation.why.length > 0 && el("p", { class: "why" }, el("b", {}, "Why: "), visible(violation.why.map(capital).join(" "))),
    violation.observed.length > 0 && el("p", {}, el("b", {}, "Final state: "), violation.observed.map(([name, value]) => visible(name + "=" + value)).join("; ")),
    el("p", { class: "note" }, joined(violation.engine, seconds(violation.seconds), certified)),
    new Viewer(violation, data.files).element,
  ].filter(Boolean);
}
