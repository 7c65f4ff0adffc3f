// The search box of the back office: Ctrl+K leads into it from anywhere, and so does / while nobody is typing.
const field = document.querySelector("#staff-search");
const TYPED = "input, select, textarea, [contenteditable]";

field.form.querySelector("kbd").hidden = false;
addEventListener("keydown", (press) => {
  const isSearch = press.key.toLowerCase() === "k" && (press.ctrlKey || press.metaKey) && !press.altKey;
  const isSlash = press.key === "/" && !press.ctrlKey && !press.metaKey && !press.altKey;
  if (!isSearch && (!isSlash || press.target.closest(TYPED))) return;
  press.preventDefault();
  field.focus();
  field.select();
});
