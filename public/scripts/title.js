// Escape leaves the title as it was; where a loop has none yet there is nothing to go back to.
addEventListener("keydown", ({ key }) => {
  if (key === "Escape") document.querySelector("[data-cancels]")?.click();
});
