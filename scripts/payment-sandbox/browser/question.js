/** The bank's question inside the shop's page: tells how tall it is, that it was answered, and takes Escape for no. */
const form = document.querySelector("form[data-question]");
const tell = (message) => parent.postMessage(message, "*");

new ResizeObserver(() => {
  tell({ type: "height", height: document.documentElement.getBoundingClientRect().height });
}).observe(document.documentElement);
addEventListener("keydown", (event) => {
  if (event.key === "Escape") tell({ type: "escape" });
});
addEventListener("message", (event) => {
  if (event.source === parent && event.data?.type === "refuse") form?.querySelector("[value=fail]").click();
});
if (document.querySelector("[data-answered]")) tell({ type: "answered" });
form?.querySelector("button").focus();
