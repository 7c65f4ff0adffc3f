import { find, findAll, make } from "./elements";
import { areKeysOn, followKeys, switchKeys } from "./key-choice";

/**
 * Single keys of the back office. They are off while somebody types, and can be switched off in this browser, because a
 * key of one sign can get in the way of other tools; Ctrl+K always leads to the search.
 */

const TYPED = "input:not([type=checkbox], [type=radio]), select, textarea, [contenteditable]";
const ROWS = ".staff-main :is(.table tbody tr, .rows > li, .work-row, .review-queue > li)";
const ACTIONS = ":is(.row-actions, .staff-acts) :is(a, button), .work-next a:last-child";
const GO_MS = 1500;
const PLACES: Readonly<Record<string, string>> = {
  i: "/hyperloop/inbox",
  p: "/hyperloop/people",
  o: "/hyperloop/orders",
};

type Line = readonly [label: string, ...signs: string[]];
const LISTS: readonly (readonly [title: string, lines: readonly Line[]])[] = [
  [
    "Everywhere",
    [
      ["Search", "/", "or", "Ctrl", "K"],
      ["Inbox", "G", "then", "I"],
      ["People", "G", "then", "P"],
      ["Orders", "G", "then", "O"],
      ["Undo the last", "U"],
      ["This list", "?"],
    ],
  ],
  [
    "In a list",
    [
      ["Next", "J"],
      ["Previous", "K"],
      ["Open", "Enter"],
      ["First action", "E"],
      ["Tick", "X"],
      ["Take", "T"],
    ],
  ],
  [
    "Moderation",
    [
      ["Approve", "A"],
      ["Reject", "R"],
      ["Flag", "F"],
      ["Hold", "H"],
      ["Undo the last", "Z"],
    ],
  ],
];

const foot = find(HTMLElement, "#staff-keys");
const [hint] = findAll(HTMLElement, ".staff-search kbd");
let goesUntil = 0;
let list: { dialog: HTMLDialogElement; choice: HTMLInputElement } | undefined;

const rows = () => findAll(HTMLElement, ROWS).filter((row) => row.querySelector("a[href]"));
const chosen = () => document.activeElement?.closest<HTMLElement>(ROWS) ?? undefined;
const press = (selector: string, within: ParentNode | undefined = document) =>
  within.querySelector<HTMLElement>(selector)?.click();

function keyOf(sign: string) {
  return /^(?:or|then)$/.test(sign) ? make("span", { class: "muted" }, sign) : make("kbd", {}, sign);
}

const linkTo = (place: string) => document.querySelector<HTMLElement>(`.staff-side nav a[href="${place}"]`);

/** Search and places are listed for those who have them. */
function isThere(label: string) {
  const place = { Inbox: PLACES.i, People: PLACES.p, Orders: PLACES.o }[label];
  return label === "Search" ? hint !== undefined : !place || linkTo(place) !== null;
}

function buildList() {
  const columns = LISTS.map(([title, lines]) => {
    const shown = lines
      .filter(([label]) => isThere(label))
      .map(([label, ...signs]) => make("div", {}, make("dt", {}, label), make("dd", {}, ...signs.map(keyOf))));
    return make("section", {}, make("h3", {}, title), make("dl", {}, ...shown));
  });
  const choice = make("input", { type: "checkbox", id: "use-keys" });
  choice.addEventListener("change", () => switchKeys(choice.checked));
  const close = make("button", { type: "button", class: "button button-line button-staff" }, "Close");
  const about = "Use single-letter keys. They never work while you’re typing; Ctrl K always does.";
  const dialog = make(
    "dialog",
    { class: "overlay keys", "aria-labelledby": "keys-title" },
    make("div", { class: "keys-head" }, make("h2", { id: "keys-title" }, "Keys"), close),
    make("div", { class: "keys-lists" }, ...columns),
    make("div", { class: "check" }, choice, make("label", { for: "use-keys" }, about)),
  );
  close.addEventListener("click", () => dialog.close());
  find(HTMLElement, ".staff").append(dialog);
  return { dialog, choice };
}

function showList() {
  if (document.querySelector("dialog[open]")) return;
  list ??= buildList();
  list.choice.checked = areKeysOn();
  list.dialog.showModal();
}

function step(by: 1 | -1) {
  const all = rows();
  const row = chosen();
  const at = row ? all.indexOf(row) : -1;
  const next = all[at < 0 ? (by > 0 ? 0 : all.length - 1) : at + by];
  if (!next) return;
  (next.querySelector<HTMLElement>("a.row-name") ?? find(HTMLElement, "a[href]", next)).focus();
  next.scrollIntoView({ block: "nearest" });
}

/** A link is opened; a button, which may change something at once, only gets the focus. */
function act() {
  const action = chosen()?.querySelector<HTMLElement>(ACTIONS);
  if (action?.matches("a")) action.click();
  else action?.focus();
}

/** Presses something in the chosen line, if there is one. */
function pressInRow(selector: string) {
  const row = chosen();
  if (row) press(selector, row);
}

const KEYS: Readonly<Record<string, () => void>> = {
  j: () => step(1),
  k: () => step(-1),
  x: () => pressInRow("input[type=checkbox]"),
  e: act,
  t: () => pressInRow("[value=take]"),
  u: () => press('.staff-undo button, .staff-tray button[value="undo"]'),
  g: () => {
    goesUntil = performance.now() + GO_MS;
  },
  "/": () => dispatchEvent(new Event("loop-search")),
  "?": showList,
};

addEventListener("keydown", (event) => {
  const { key, target } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.defaultPrevented || !areKeysOn()) return;
  if (target instanceof Element && target.closest(TYPED)) return;
  if (document.querySelector("dialog[open]")) return;
  const sign = key.toLowerCase();
  const place = performance.now() < goesUntil ? PLACES[sign] : undefined;
  goesUntil = 0;
  if (place) {
    event.preventDefault();
    linkTo(place)?.click();
    return;
  }
  if (!Object.hasOwn(KEYS, sign)) return;
  event.preventDefault();
  KEYS[sign]?.();
});
find(HTMLButtonElement, "button", foot).addEventListener("click", showList);
followKeys(() => {
  if (hint) hint.hidden = !areKeysOn();
  foot.hidden = false;
  for (const part of findAll(HTMLElement, "[data-rows]", foot)) part.hidden = !areKeysOn() || rows().length === 0;
  for (const part of findAll(HTMLElement, "[data-letters]", foot)) part.hidden = !areKeysOn();
});
