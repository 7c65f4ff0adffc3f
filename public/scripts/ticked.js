// The bar below a list says how many lines are ticked, is there while some are, and ticks the whole page.
const bar = document.querySelector("#ticked");
const boxes = [...bar.elements].filter(({ type }) => type === "checkbox");
const all = bar.querySelector("[data-tick-all]");
const said = bar.querySelector("[data-ticked]");
const isAll = () => boxes.every(({ checked }) => checked);

function count() {
  const ticked = boxes.filter(({ checked }) => checked).length;
  said.textContent = `${ticked} ticked:`;
  all.textContent = isAll() ? "Untick all" : "Tick all on this page";
  for (const button of bar.querySelectorAll("button")) button.hidden = ticked === 0;
}

all.addEventListener("click", (press) => {
  press.preventDefault();
  const isTicked = !isAll();
  for (const box of boxes) box.checked = isTicked;
  count();
});
for (const box of boxes) box.addEventListener("change", count);
// A page that comes back from the browser's memory has its ticks again.
addEventListener("pageshow", count);
count();
