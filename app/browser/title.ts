/** Escape keeps the title; a loop without one has nothing to return to. */

addEventListener("keydown", ({ key }) => {
  if (key === "Escape") document.querySelector<HTMLElement>("[data-cancels]")?.click();
});
