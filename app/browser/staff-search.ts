import { find, findAll, make } from "./elements";

/**
 * Search over any page of the back office: / or Ctrl+K opens it, arrows move, Enter opens, Tab goes to a row's actions and
 * Escape closes it. What it shows is read from the page of the search. Staff may switch / off with the other keys.
 */

const BRIEF_MS = 80;

const field = find(HTMLInputElement, "#staff-search");
const { form } = field;
if (!form) throw new Error("The search has no form.");
const { action } = form;

interface Overlay {
  readonly dialog: HTMLDialogElement;
  readonly input: HTMLInputElement;
  readonly hits: HTMLElement;
  readonly said: HTMLElement;
  readonly all: HTMLAnchorElement;
}

let overlay: Overlay | undefined;
let rows: HTMLElement[] = [];
/** The row that is chosen; -1 for none. */
let at = -1;
/** What was asked for last. */
let words = "";
let asking: AbortController | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

const key = (label: string) => make("kbd", {}, label);

function build(around: HTMLFormElement): Overlay {
  const input = make("input", {
    ...{ class: "input", type: "search", name: "q", maxlength: "200", autocomplete: "off", spellcheck: "false" },
    ...{ role: "combobox", "aria-label": "Search", "aria-haspopup": "grid", "aria-expanded": "false" },
    ...{ "aria-controls": "overlay-hits", "aria-autocomplete": "list", placeholder: field.placeholder },
  });
  const search = make("form", { class: "staff-search", method: "get", action }, input);
  search.prepend(find(SVGElement, "svg", around).cloneNode(true));
  search.append(key("Esc"));
  const hits = make("div", { class: "overlay-hits", id: "overlay-hits" });
  const said = make("p", { class: "muted", role: "status" });
  const all = make("a", { href: action, hidden: "" });
  const foot = make(
    "p",
    { class: "staff-keys" },
    make("span", {}, key("↑"), " ", key("↓"), " move"),
    make("span", {}, key("Enter"), " open"),
    make("span", {}, key("Tab"), " its actions"),
    make("span", {}, key("Esc"), " close"),
    all,
  );
  const dialog = make("dialog", { class: "overlay", "aria-label": "Search" }, search, said, hits, foot);
  find(HTMLElement, ".staff").append(dialog);
  const built = { dialog, input, hits, said, all };
  input.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(() => ask(built), BRIEF_MS);
  });
  dialog.addEventListener("keydown", (press) => move(built, press));
  dialog.addEventListener("click", ({ target }) => {
    if (target === dialog) dialog.close();
  });
  return built;
}

function choose({ input }: Overlay, place: number) {
  rows[at]?.removeAttribute("aria-selected");
  at = place;
  const row = rows[place];
  if (!row) {
    input.removeAttribute("aria-activedescendant");
    return;
  }
  row.setAttribute("aria-selected", "true");
  row.scrollIntoView({ block: "nearest" });
  input.setAttribute("aria-activedescendant", row.id);
}

function move(opened: Overlay, press: KeyboardEvent) {
  const { input, dialog } = opened;
  const row = rows[at];
  if (press.target !== input || press.isComposing) return;
  if (press.key === "ArrowDown" || press.key === "ArrowUp") {
    press.preventDefault();
    const step = press.key === "ArrowDown" ? 1 : -1;
    // Above the first row nothing is chosen, so that Enter leads to all results.
    if (rows.length > 0) choose(opened, Math.min(rows.length - 1, Math.max(-1, at + step)));
  }
  if (press.key === "Escape") {
    // Otherwise the field would be emptied first.
    press.preventDefault();
    dialog.close();
  }
  if (press.key === "Enter" && row) {
    press.preventDefault();
    find(HTMLAnchorElement, "a", row).click();
  }
  if (press.key === "Tab" && !press.shiftKey && row) {
    press.preventDefault();
    (row.querySelector<HTMLElement>(".row-actions a") ?? find(HTMLAnchorElement, "a", row)).focus();
  }
}

async function ask(opened: Overlay) {
  const { input, hits, said, all } = opened;
  const typed = input.value.trim();
  if (typed === words) return;
  words = typed;
  asking?.abort();
  asking = new AbortController();
  if (typed === "") {
    show(opened, [], "");
    return;
  }
  const address = new URL(action);
  address.searchParams.set("q", typed);
  all.href = address.href;
  address.searchParams.set("brief", "1");
  try {
    const response = await fetch(address, { signal: asking.signal });
    if (!response.ok || response.redirected) throw new Error(`The search answered ${response.status}.`);
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    const [found] = findAll(HTMLElement, ".hits", page);
    const sections = found ? findAll(HTMLElement, "section", found) : [];
    const total = found?.dataset.total ?? "";
    show(opened, sections, sections.length > 0 ? "" : headOf(page));
    all.textContent = `All ${total} results`;
    if (sections.length > 0) said.dataset.count = total;
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") return;
    hits.replaceChildren();
    show(opened, [], "The search didn’t answer. Press Enter to try its own page.");
  }
}

/** What the page of the search says where it found nothing. */
function headOf(page: Document): string {
  const head = find(HTMLElement, ".staff-head", page);
  return `${find(HTMLElement, "h1", head).textContent}. ${find(HTMLElement, "p", head).textContent}`;
}

/** Rows of a grid: a combobox may have one, and its rows may hold links. */
function show(opened: Overlay, sections: readonly HTMLElement[], sentence: string) {
  const { input, hits, said, all } = opened;
  hits.setAttribute("role", sections.length > 0 ? "grid" : "presentation");
  hits.setAttribute("aria-label", "Results");
  rows = [];
  hits.replaceChildren(
    ...sections.map((section) => {
      const heading = document.adoptNode(find(HTMLElement, "h2", section));
      heading.setAttribute("role", "presentation");
      const lines = make(
        "div",
        { class: "rows", role: "presentation" },
        ...findAll(HTMLElement, ".rows > li", section).map(rowOf),
      );
      return make("div", { role: "rowgroup", "aria-label": heading.textContent ?? "" }, heading, lines);
    }),
  );
  at = -1;
  choose(opened, rows.length > 0 ? 0 : -1);
  input.setAttribute("aria-expanded", String(rows.length > 0));
  all.hidden = rows.length === 0;
  said.textContent = sentence;
}

function rowOf(line: HTMLElement): HTMLElement {
  const row = make("div", { class: "row-line", role: "row", id: `hit-${rows.length}` });
  for (const { className, childNodes } of [...line.children]) {
    row.append(make("div", { class: className, role: "gridcell" }, ...childNodes));
  }
  rows.push(row);
  return row;
}

function open(around: HTMLFormElement) {
  overlay ??= build(around);
  const { dialog, input } = overlay;
  if (dialog.open || document.querySelector("dialog[open]")) return;
  dialog.showModal();
  input.value = field.value;
  input.select();
  words = "";
  void ask(overlay);
}

addEventListener("keydown", (press) => {
  const isSearch = press.key.toLowerCase() === "k" && (press.ctrlKey || press.metaKey) && !press.altKey;
  if (!isSearch) return;
  press.preventDefault();
  open(form);
});
addEventListener("loop-search", () => open(form));
