import { around, find, findAll, make } from "./elements";
import { asLost, isLost, reportUnexpected } from "./unexpected";

/** Opens an example over the page. Where it cannot be fetched, its link is followed. */

const LABELLED = "example-heading";

interface Example {
  heading: HTMLElement;
  sheet: HTMLElement;
}

/** Undefined where the server has none to show. */
async function fetchExample(href: string): Promise<Example | undefined> {
  const response = await fetch(href, { headers: { Accept: "text/html" } }).catch(asLost);
  if (!response.ok) return undefined;
  const page = new DOMParser().parseFromString(await response.text().catch(asLost), "text/html");
  const [part] = findAll(HTMLElement, "main .example", page);
  if (!part) return undefined;
  const words = find(HTMLElement, "h1", part);
  const heading = make("h2", { id: LABELLED }, ...words.childNodes);
  return { heading, sheet: find(HTMLElement, "[data-example-sheet]", part) };
}

/** Another tab may have chosen something else since; what this page shows is what is chosen. */
function keepChoice(sheet: HTMLElement, link: HTMLAnchorElement) {
  const chosen = "input[name=shown]";
  const own = link.closest("li")?.querySelector<HTMLInputElement>(chosen);
  const carried = sheet.querySelector<HTMLInputElement>(chosen);
  if (own && carried) carried.value = own.value;
}

function show({ heading, sheet }: Example, theme: string | undefined) {
  const close = make("button", { type: "button", class: "button button-line button-small" }, "Close");
  const head = make("div", { class: "example-dialog-head" }, heading, close);
  const dialog = make("dialog", { class: "example-dialog", "aria-labelledby": LABELLED }, head, sheet);
  if (theme) dialog.dataset.theme = theme;
  close.addEventListener("click", () => dialog.close());
  // A click beside it closes it too.
  dialog.addEventListener("click", ({ target }) => {
    if (target === dialog) dialog.close();
  });
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

document.addEventListener("click", async (event) => {
  const link = around(HTMLAnchorElement, "a[data-example]", event.target);
  if (!link || event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  if (typeof HTMLDialogElement === "undefined") return;
  event.preventDefault();
  try {
    const example = await fetchExample(link.href);
    if (example) {
      keepChoice(example.sheet, link);
      return show(example, link.closest<HTMLElement>("[data-theme]")?.dataset.theme);
    }
  } catch (error) {
    if (!isLost(error)) reportUnexpected(error);
  }
  location.assign(link.href);
});
