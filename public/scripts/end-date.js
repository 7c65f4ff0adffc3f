/** Says when the year of a day of one's own starts, as soon as it is picked. */
const field = document.querySelector('input[name="deliveryDay"]');
const places = document.querySelectorAll("[data-own-start]");
const DAY_MS = 86_400_000;

function say() {
  const picked = field.valueAsNumber;
  const isInRange = !Number.isNaN(picked) && field.value >= field.min && field.value <= field.max;
  for (const place of places) {
    place.dataset.words ??= place.textContent;
    if (!isInRange) place.textContent = place.dataset.words;
    else {
      const start = new Date(picked - Number(field.form.dataset.daysBefore) * DAY_MS);
      const day = start.toLocaleDateString("en-GB", {
        day: "numeric",
        month: "long",
        year: "numeric",
        timeZone: "UTC",
      });
      place.textContent = `Your year starts ${day}.`;
    }
  }
}

if (field && field.type === "date") {
  field.addEventListener("input", say);
  say();
}
