// A list with ticks says how many lines are ticked and ticks the whole page. The buttons below a list are there while some
// are ticked; those of the inbox stay, because they have fields.
for (const form of document.querySelectorAll("[data-ticks]")) {
  const boxes = [...form.elements].filter(({ type }) => type === "checkbox");
  const said = form.querySelector("[data-ticked]");
  const all = form.querySelector("[data-tick-all]");
  const isAll = () => boxes.every(({ checked }) => checked);

  function count() {
    const ticked = boxes.filter(({ checked }) => checked).length;
    said.textContent = `${ticked} ticked:`;
    all.hidden = false;
    all.textContent = isAll() ? "Untick all" : "Tick all on this page";
    if (form.matches(".ticked-bar")) {
      for (const button of form.querySelectorAll("button")) button.hidden = ticked === 0;
    }
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
}
