import { find, findAll } from "./elements";

/**
 * A list with checkboxes says how many lines are selected and selects the whole page. The buttons below a list
 * are there while some are selected; those of the inbox stay, because they have fields.
 */

for (const form of findAll(HTMLFormElement, "[data-ticks]")) {
  const boxes = [...form.elements].filter((one): one is HTMLInputElement => {
    return one instanceof HTMLInputElement && one.type === "checkbox";
  });
  const said = find(HTMLElement, "[data-selection]", form);
  const all = find(HTMLElement, "[data-tick-all]", form);
  const isAll = () => boxes.every(({ checked }) => checked);

  function count() {
    const selected = boxes.filter(({ checked }) => checked).length;
    said.textContent = `${selected} ticked:`;
    all.hidden = false;
    all.textContent = isAll() ? "Untick all" : "Tick all on this page";
    if (form.matches(".selection-bar")) {
      for (const button of findAll(HTMLButtonElement, "button", form)) button.hidden = selected === 0;
    }
  }

  all.addEventListener("click", (press) => {
    press.preventDefault();
    const isSelected = !isAll();
    for (const box of boxes) box.checked = isSelected;
    count();
  });
  for (const box of boxes) box.addEventListener("change", count);
  // A page that comes back from the browser's memory has its ticks again.
  addEventListener("pageshow", count);
  count();
}
