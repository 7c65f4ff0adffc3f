import type { FrameReport } from "./messages.ts";

/** The bank's challenge in the shop's page: sends its height and that it was answered; Escape declines. */
const form = document.querySelector("form[data-question]");
const tell = (message: FrameReport) => parent.postMessage(message, "*");

new ResizeObserver(() => {
  tell({ type: "height", height: document.documentElement.getBoundingClientRect().height });
}).observe(document.documentElement);
addEventListener("keydown", (event) => {
  if (event.key === "Escape") tell({ type: "escape" });
});
addEventListener("message", (event: MessageEvent<{ type?: string } | undefined>) => {
  if (event.source !== parent || event.data?.type !== "refuse") return;
  form?.querySelector<HTMLButtonElement>("[value=fail]")?.click();
});
if (document.querySelector("[data-answered]")) tell({ type: "answered" });
form?.querySelector("button")?.focus();
