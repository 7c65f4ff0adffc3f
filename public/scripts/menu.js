// Escape closes an open menu of the header and returns to the word that opened it; so does a press outside it.
const menus = [...document.querySelectorAll(".account-menu, .site-menu")];

addEventListener("keydown", ({ key }) => {
  const open = key === "Escape" && menus.find((menu) => menu.open);
  if (!open) return;
  open.open = false;
  open.querySelector("summary").focus();
});
addEventListener("click", ({ target }) => {
  for (const menu of menus) if (menu.open && !menu.contains(target)) menu.open = false;
});
