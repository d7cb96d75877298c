// A table that sorts by any column and filters by words and by choice.

const ROWS_AT_ONCE = 500;

function tablePage(data, title) {
  const table = new SortedTable(data.columns, data.rows);
  return [el("header", {}, el("h1", {}, title)), table.element];
}

class SortedTable {
  constructor(columns, rows) {
    this.columns = columns;
    this.rows = rows;
    this.sorted = { column: -1, down: false };
    this.words = [];
    this.choices = new Map();
    this.limit = ROWS_AT_ONCE;
    this.body = el("tbody");
    this.count = el("p", { class: "count", role: "status" });
    this.more = el("button", { type: "button", onclick: () => this.showMore() }, "Show more rows");
    this.heads = columns.map((column, index) => this.head(column, index));
    this.element = el("section", { class: "sorted" },
      el("div", { class: "filters" }, this.search(), columns.map((column, index) => this.choice(column, index))),
      this.count,
      el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Table" },
        el("table", {}, el("thead", {}, el("tr", {}, this.heads)), this.body)),
      this.more);
    this.draw();
  }

  head(column, index) {
    const button = el("button", { type: "button", onclick: () => this.sortBy(index) }, column.title);
    return el("th", { scope: "col", "aria-sort": "none", class: column.kind }, button);
  }

  search() {
    const input = el("input", { type: "search", oninput: () => {
      this.words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
      this.changed();
    } });
    return el("label", {}, "Filter ", input);
  }

  choice(column, index) {
    if (column.kind !== "choice") return null;
    const texts = [...new Set(this.rows.map((row) => (row[index] ? row[index].text : "")))].sort();
    const select = el("select", { onchange: () => {
      if (select.value === "") this.choices.delete(index);
      else this.choices.set(index, texts[Number(select.value)]);
      this.changed();
    } }, el("option", { value: "" }, "all"), texts.map((text, i) => el("option", { value: i }, text)));
    return el("label", {}, column.title + " ", select);
  }

  sortBy(index) {
    this.sorted = { column: index, down: this.sorted.column === index && !this.sorted.down };
    this.heads.forEach((head, i) => {
      head.setAttribute("aria-sort", i !== index ? "none" : this.sorted.down ? "descending" : "ascending");
    });
    this.draw();
  }

  changed() {
    this.limit = ROWS_AT_ONCE;
    this.draw();
  }

  showMore() {
    this.limit += 10 * ROWS_AT_ONCE;
    this.draw();
  }

  matching() {
    const fits = (row) => {
      for (const [index, text] of this.choices) {
        if ((row[index] ? row[index].text : "") !== text) return false;
      }
      const all = row.map((cell) => cell.text.toLowerCase()).join("\n");
      return this.words.every((word) => all.includes(word));
    };
    const rows = this.rows.filter(fits);
    const { column, down } = this.sorted;
    if (column >= 0) rows.sort((a, b) => (down ? -1 : 1) * compareCells(a[column], b[column]));
    return rows;
  }

  draw() {
    const rows = this.matching();
    this.count.textContent = rows.length === this.rows.length
      ? plural(rows.length, "row")
      : rows.length.toLocaleString("en") + " of " + plural(this.rows.length, "row");
    this.more.hidden = rows.length <= this.limit;
    const cell = (content, column) => content
      ? el("td", { class: column.kind }, content.mark ? el("span", { class: "mark " + content.mark }, content.text) : visible(content.text))
      : el("td");
    this.body.replaceChildren(...rows.slice(0, this.limit).map((row) =>
      el("tr", {}, this.columns.map((column, index) => cell(row[index], column)))));
  }
}

const collator = new Intl.Collator("en", { numeric: true });

function compareCells(a, b) {
  if (!a || !b) return (a ? 1 : 0) - (b ? 1 : 0);
  if (typeof a.value === "number" && typeof b.value === "number") return a.value - b.value;
  return collator.compare(a.text, b.text);
}
