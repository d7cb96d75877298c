// The beginning: reads the data and hands it to the page of its kind.

const pages = { report: reportPage, table: tablePage, predictions: predictionsPage };

const input = JSON.parse(document.getElementById("data").textContent);
const page = document.getElementById("page");
page.replaceChildren();
furnish(page, {}, pages[input.kind](input.data, input.title).flat());
if (location.hash.startsWith("#violation-")) {
  const section = document.getElementById(location.hash.slice(1));
  if (section) section.scrollIntoView();
}
