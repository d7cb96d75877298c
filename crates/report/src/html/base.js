// Small tools. Everything that is shown is made here from text: no markup is ever parsed.

// An element with attributes, listeners (`onclick`) and children; strings become text nodes.
function el(tag, attributes, ...children) {
  return furnish(document.createElement(tag), attributes, children);
}

function svg(tag, attributes, ...children) {
  return furnish(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
}

function furnish(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes || {})) {
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (value === true) node.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) node.setAttribute(name, value);
  }
  for (const child of children.flat(Infinity)) {
    if (child !== null && child !== undefined && child !== false) node.append(child);
  }
  return node;
}

// Characters that change how the text around them is shown are made visible, so that source reads as it is compiled.
const UNSEEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

function visible(text) {
  return text.replace(UNSEEN, (c) => "‹U+" + c.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0") + "›");
}

// Nothing where the time is not known.
function seconds(value) {
  if (value === 0) return "";
  if (value < 0.0005) return "< 1 ms";
  if (value < 1) return Math.round(value * 1000) + " ms";
  return value.toFixed(value < 10 ? 2 : 1) + " s";
}

function joined(...parts) {
  return parts.filter(Boolean).join(" · ");
}

function capital(sentence) {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

function plural(count, word) {
  return count.toLocaleString("en") + " " + word + (count === 1 ? "" : "s");
}

let lastId = 0;
function freshId(prefix) {
  lastId += 1;
  return prefix + lastId;
}

// A labelled checkbox.
function checkbox(label, checked, change, className) {
  const box = el("input", { type: "checkbox", checked, onchange: () => change(box.checked) });
  return el("label", { class: "switch " + (className || "") }, box, label);
}

// A list of which only the rows in sight exist. `scroller` scrolls; `row(index)` makes a row. All rows have one height,
// so ten thousand of them cost as much as thirty.
class Windowed {
  constructor(scroller, row) {
    this.scroller = scroller;
    this.row = row;
    this.count = 0;
    this.height = 26;
    this.inner = el("div", { class: "windowed", role: "presentation" });
    scroller.append(this.inner);
    this.waiting = false;
    scroller.addEventListener("scroll", () => this.later());
    new ResizeObserver(() => this.later()).observe(scroller);
  }

  later() {
    if (this.waiting) return;
    this.waiting = true;
    requestAnimationFrame(() => {
      this.waiting = false;
      this.draw();
    });
  }

  resize(count, height) {
    this.count = count;
    this.height = height;
    this.inner.style.height = count * height + "px";
  }

  draw() {
    const margin = 10;
    const first = Math.max(0, Math.floor(this.scroller.scrollTop / this.height) - margin);
    const inSight = Math.ceil((this.scroller.clientHeight || 600) / this.height);
    const last = Math.min(this.count, first + inSight + 2 * margin);
    const rows = [];
    for (let index = first; index < last; index++) {
      const row = this.row(index);
      row.style.top = index * this.height + "px";
      row.style.height = this.height + "px";
      rows.push(row);
    }
    this.inner.replaceChildren(...rows);
  }

  // Scrolls the list, and only the list, until the row is in sight with some rows around it.
  reveal(index) {
    const { scroller, height } = this;
    const around = Math.min(3, Math.floor(scroller.clientHeight / height / 3)) * height;
    const top = index * height;
    if (top < scroller.scrollTop + around) scroller.scrollTop = top - around;
    else if (top + height > scroller.scrollTop + scroller.clientHeight - around) {
      scroller.scrollTop = top + height + around - scroller.clientHeight;
    }
  }
}
