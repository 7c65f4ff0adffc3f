// Escape closes an open menu of a header and returns to the word that opened it; so does a press outside it. The back
// office's menu lies beside its button, in the header.
const menus = [...document.querySelectorAll(".account-menu, .site-menu, .staff-menu")];
const around = (menu) => menu.closest(".staff-side") ?? menu;

addEventListener("keydown", ({ key }) => {
  const open = key === "Escape" && menus.find((menu) => menu.open);
  if (!open) return;
  open.open = false;
  open.querySelector("summary").focus();
});
addEventListener("click", ({ target }) => {
  for (const menu of menus) if (menu.open && !around(menu).contains(target)) menu.open = false;
});
