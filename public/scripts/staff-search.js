// The search box of the back office: Ctrl+K leads into it from anywhere, and so does / while nobody is typing. The page of
// the search has a switch for /, because a key of one sign can get in the way of other tools.
const OFF = "loop-slash-off";
const TYPED = "input, select, textarea, [contenteditable]";
const field = document.querySelector("#staff-search");
const hint = field.form.querySelector("kbd");
const choice = document.querySelector("#slash-key");

function show() {
  const isOn = localStorage.getItem(OFF) === null;
  hint.hidden = !isOn;
  if (choice) choice.checked = isOn;
  return isOn;
}

show();
if (choice) {
  choice.closest("[hidden]").hidden = false;
  choice.addEventListener("change", () => {
    if (choice.checked) localStorage.removeItem(OFF);
    else localStorage.setItem(OFF, "1");
    show();
  });
}
addEventListener("keydown", (press) => {
  const isSearch = press.key.toLowerCase() === "k" && (press.ctrlKey || press.metaKey) && !press.altKey;
  const isSlash = press.key === "/" && !press.ctrlKey && !press.metaKey && !press.altKey;
  if (!isSearch && (!isSlash || press.target.closest(TYPED) || !show())) return;
  press.preventDefault();
  field.focus();
  field.select();
});
