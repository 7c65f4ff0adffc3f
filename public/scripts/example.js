// Opens an example over the page. Where it cannot be fetched, its link is followed.
const labelled = "example-heading";

async function fetchExample(href) {
  const answer = await fetch(href, { headers: { Accept: "text/html" } });
  if (!answer.ok) throw new Error(`${answer.status}`);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const part = page.querySelector("main .example");
  const heading = part?.querySelector("h1");
  if (!part || !heading) throw new Error("no example");
  const words = document.createElement("h2");
  words.id = labelled;
  words.append(...heading.childNodes);
  return [words, part.querySelector("[data-example-sheet]")];
}

// Another tab may have chosen something else since; what this page shows is what is chosen.
function keepChoice(sheet, link) {
  const own = link.closest("li")?.querySelector("input[name=shown]");
  const carried = sheet.querySelector("input[name=shown]");
  if (own && carried) carried.value = own.value;
}

function show(parts, theme) {
  const dialog = document.createElement("dialog");
  dialog.className = "example-dialog";
  dialog.setAttribute("aria-labelledby", labelled);
  if (theme) dialog.dataset.theme = theme;
  const close = document.createElement("button");
  close.type = "button";
  close.className = "button button-line button-small";
  close.textContent = "Close";
  close.addEventListener("click", () => dialog.close());
  const head = document.createElement("div");
  head.className = "example-dialog-head";
  head.append(parts[0], close);
  dialog.append(head, parts[1]);
  // A click beside it closes it too.
  dialog.addEventListener("click", ({ target }) => {
    if (target === dialog) dialog.close();
  });
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

document.addEventListener("click", async (event) => {
  const link = event.target.closest?.("a[data-example]");
  if (!link || event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  if (typeof HTMLDialogElement === "undefined") return;
  event.preventDefault();
  try {
    const parts = await fetchExample(link.href);
    keepChoice(parts[1], link);
    show(parts, link.closest("[data-theme]")?.dataset.theme);
  } catch {
    location.assign(link.href);
  }
});
