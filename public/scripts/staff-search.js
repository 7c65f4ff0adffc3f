// Search over any page of the back office: / or Ctrl+K opens it, arrows move, Enter opens, Tab goes to a row's actions and
// Escape closes it. What it shows is read from the page of the search. Staff may switch / off with the other keys.
const BRIEF_MS = 80;
const field = document.querySelector("#staff-search");
const form = field.form;
let box;
let words = "";
let asking;
let timer;

function make(name, attributes, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

const key = (label) => make("kbd", {}, label);

function build() {
  const input = make("input", {
    ...{ class: "input", type: "search", name: "q", maxlength: "200", autocomplete: "off", spellcheck: "false" },
    ...{ role: "combobox", "aria-label": "Search", "aria-haspopup": "grid", "aria-expanded": "false" },
    ...{ "aria-controls": "overlay-hits", "aria-autocomplete": "list", placeholder: field.placeholder },
  });
  const search = make("form", { class: "staff-search", method: "get", action: form.getAttribute("action") }, input);
  search.prepend(form.querySelector("svg").cloneNode(true));
  search.append(key("Esc"));
  const hits = make("div", { class: "overlay-hits", id: "overlay-hits" });
  const said = make("p", { class: "muted", role: "status" });
  const all = make("a", { href: form.action, hidden: "" });
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
  document.querySelector(".staff").append(dialog);
  box = { dialog, input, hits, said, all, rows: [], at: -1 };
  input.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(ask, BRIEF_MS);
  });
  dialog.addEventListener("keydown", move);
  dialog.addEventListener("click", ({ target }) => {
    if (target === dialog) dialog.close();
  });
}

function choose(place) {
  const { rows, input } = box;
  rows[box.at]?.removeAttribute("aria-selected");
  box.at = place;
  const row = rows[place];
  if (!row) {
    input.removeAttribute("aria-activedescendant");
    return;
  }
  row.setAttribute("aria-selected", "true");
  row.scrollIntoView({ block: "nearest" });
  input.setAttribute("aria-activedescendant", row.id);
}

function move(press) {
  const { rows, at, input } = box;
  if (press.target !== input || press.isComposing) return;
  if (press.key === "ArrowDown" || press.key === "ArrowUp") {
    press.preventDefault();
    const step = press.key === "ArrowDown" ? 1 : -1;
    // Above the first row nothing is chosen, so that Enter leads to all results.
    if (rows.length > 0) choose(Math.min(rows.length - 1, Math.max(-1, at + step)));
  }
  if (press.key === "Escape") {
    // Otherwise the field would be emptied first.
    press.preventDefault();
    box.dialog.close();
  }
  const row = rows[at];
  if (press.key === "Enter" && row) {
    press.preventDefault();
    row.querySelector("a").click();
  }
  if (press.key === "Tab" && !press.shiftKey && row) {
    press.preventDefault();
    (row.querySelector(".verbs a") ?? row.querySelector("a")).focus();
  }
}

async function ask() {
  const { input, hits, said, all } = box;
  const typed = input.value.trim();
  if (typed === words) return;
  words = typed;
  asking?.abort();
  asking = new AbortController();
  if (typed === "") {
    show([], "");
    return;
  }
  const address = new URL(form.action);
  address.searchParams.set("q", typed);
  all.href = address.href;
  address.searchParams.set("brief", "1");
  try {
    const answer = await fetch(address, { signal: asking.signal });
    if (!answer.ok || answer.redirected) throw new Error(`The search answered ${answer.status}.`);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const found = page.querySelector(".hits");
    const sections = [...(found?.querySelectorAll("section") ?? [])];
    const head = page.querySelector(".staff-head");
    show(sections, sections.length > 0 ? "" : `${head.querySelector("h1").textContent}. ${head.querySelector("p").textContent}`);
    all.textContent = `All ${found?.dataset.total ?? ""} results`;
    if (sections.length > 0) said.dataset.count = found.dataset.total;
  } catch (error) {
    if (error.name === "AbortError") return;
    hits.replaceChildren();
    show([], "The search didn’t answer. Press Enter to try its own page.");
  }
}

/** Rows of a grid: a combobox may have one, and its rows may hold links. */
function show(sections, sentence) {
  const { input, hits, said, all } = box;
  hits.setAttribute("role", sections.length > 0 ? "grid" : "presentation");
  hits.setAttribute("aria-label", "Results");
  box.rows = [];
  hits.replaceChildren(
    ...sections.map((section) => {
      const heading = document.adoptNode(section.querySelector("h2"));
      heading.setAttribute("role", "presentation");
      const lines = [...section.querySelectorAll(".rows > li")].map(rowOf);
      const rows = make("div", { class: "rows", role: "presentation" }, ...lines);
      return make("div", { role: "rowgroup", "aria-label": heading.textContent }, heading, rows);
    }),
  );
  box.at = -1;
  choose(box.rows.length > 0 ? 0 : -1);
  input.setAttribute("aria-expanded", String(box.rows.length > 0));
  all.hidden = box.rows.length === 0;
  said.textContent = sentence;
}

function rowOf(line) {
  const row = make("div", { class: "row-line", role: "row", id: `hit-${box.rows.length}` });
  for (const part of [...line.children]) {
    const { className, childNodes } = part;
    row.append(make("div", { class: className, role: "gridcell" }, ...childNodes));
  }
  box.rows.push(row);
  return row;
}

function open() {
  if (!box) build();
  if (box.dialog.open || document.querySelector("dialog[open]")) return;
  box.dialog.showModal();
  box.input.value = field.value;
  box.input.select();
  words = "";
  ask();
}

addEventListener("keydown", (press) => {
  const isSearch = press.key.toLowerCase() === "k" && (press.ctrlKey || press.metaKey) && !press.altKey;
  if (!isSearch) return;
  press.preventDefault();
  open();
});
addEventListener("loop-search", open);
