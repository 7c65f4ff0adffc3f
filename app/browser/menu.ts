import { find, findAll } from "./elements";

/**
 * Escape closes an open menu of a header and returns to the word that opened it; so does a press outside it. The back
 * office's menu lies beside its button, in the header.
 */

const menus = findAll(HTMLDetailsElement, ".account-menu, .site-menu, .staff-menu");
const around = (menu: HTMLElement) => menu.closest(".staff-side") ?? menu;

addEventListener("keydown", ({ key }) => {
  const open = key === "Escape" ? menus.find((menu) => menu.open) : undefined;
  if (!open) return;
  open.open = false;
  find(HTMLElement, "summary", open).focus();
});
addEventListener("click", ({ target }) => {
  for (const menu of menus)
    if (menu.open && !(target instanceof Node && around(menu).contains(target))) menu.open = false;
});
