import { findAll } from "./elements";

/** Hides a flash message after a while, unless it has the focus or the pointer. */

for (const banner of findAll(HTMLElement, "[data-passes]")) {
  const go = () => {
    if (banner.matches(":hover, :focus-within")) setTimeout(go, 1000);
    else banner.hidden = true;
  };
  setTimeout(go, Number(banner.dataset.passes) * 1000);
}
