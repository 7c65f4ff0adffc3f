/** A sentence that has served its turn goes by itself, unless somebody is in the middle of it. */
for (const banner of document.querySelectorAll("[data-passes]")) {
  const go = () => {
    if (banner.matches(":hover, :focus-within")) setTimeout(go, 1000);
    else banner.hidden = true;
  };
  setTimeout(go, Number(banner.dataset.passes) * 1000);
}
