import { addDays } from "~/domain/kernel/time/days";
import { formatDay } from "~/domain/kernel/time/format-days";

/** Says when the year of a day of one's own starts, as soon as it is picked. */

const field = document.querySelector<HTMLInputElement>('input[name="deliveryDay"]');
const places = [...document.querySelectorAll("[data-own-start]")].map((place) => ({ place, words: place.textContent }));

function say({ value, min, max, form }: HTMLInputElement) {
  const isInRange = value !== "" && value >= min && value <= max;
  const start = isInRange && formatDay(addDays(value, -Number(form?.dataset.daysBefore)));
  for (const { place, words } of places) place.textContent = start ? `Your year starts ${start}.` : words;
}

if (field?.type === "date") {
  field.addEventListener("input", () => say(field));
  say(field);
}
