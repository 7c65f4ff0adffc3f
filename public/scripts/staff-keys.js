// Single keys of the back office. They are off while somebody types, and can be switched off in this browser, because a key
// of one sign can get in the way of other tools; Ctrl+K always leads to the search.
const OFF = "loop-keys-off";
const TYPED = "input:not([type=checkbox], [type=radio]), select, textarea, [contenteditable]";
const ROWS = ".staff-main :is(.table tbody tr, .rows > li, .work-row, .review-queue > li)";
const ACTIONS = ":is(.verbs, .staff-acts) :is(a, button), .work-next a:last-child";
const GO_MS = 1500;
const PLACES = { i: "/hyperloop/inbox", p: "/hyperloop/people", o: "/hyperloop/orders" };
const LISTS = [
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
const foot = document.querySelector("#staff-keys");
const hint = document.querySelector(".staff-search kbd");
let goesUntil = 0;
let list;

const isOn = () => localStorage.getItem(OFF) === null;
const rows = () => [...document.querySelectorAll(ROWS)].filter((row) => row.querySelector("a[href]"));
const chosen = () => document.activeElement?.closest(ROWS);

function sayKeys() {
  if (hint) hint.hidden = !isOn();
  foot.hidden = false;
  for (const part of foot.querySelectorAll("[data-rows]")) part.hidden = !isOn() || rows().length === 0;
  for (const part of foot.querySelectorAll("[data-letters]")) part.hidden = !isOn();
}

function make(name, attributes, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

function keyOf(sign) {
  return /^(?:or|then)$/.test(sign) ? make("span", { class: "muted" }, sign) : make("kbd", {}, sign);
}

const linkTo = (place) => document.querySelector(`.staff-side nav a[href="${place}"]`);

/** Search and places are listed for those who have them. */
function isThere(label) {
  const place = { Inbox: PLACES.i, People: PLACES.p, Orders: PLACES.o }[label];
  return label === "Search" ? hint !== null : !place || linkTo(place) !== null;
}

function buildList() {
  const columns = LISTS.map(([title, keys]) => {
    const lines = keys
      .filter(([label]) => isThere(label))
      .map(([label, ...signs]) => make("div", {}, make("dt", {}, label), make("dd", {}, ...signs.map(keyOf))));
    return make("section", {}, make("h3", {}, title), make("dl", {}, ...lines));
  });
  const choice = make("input", { type: "checkbox", id: "use-keys" });
  choice.addEventListener("change", () => {
    if (choice.checked) localStorage.removeItem(OFF);
    else localStorage.setItem(OFF, "1");
    dispatchEvent(new Event("loop-keys"));
  });
  const close = make("button", { type: "button", class: "button button-line button-staff" }, "Close");
  close.addEventListener("click", () => list.close());
  const about = "Use single-letter keys. They never work while you’re typing; Ctrl K always does.";
  list = make(
    "dialog",
    { class: "overlay keys", "aria-labelledby": "keys-title" },
    make("div", { class: "keys-head" }, make("h2", { id: "keys-title" }, "Keys"), close),
    make("div", { class: "keys-lists" }, ...columns),
    make("div", { class: "check" }, choice, make("label", { for: "use-keys" }, about)),
  );
  document.querySelector(".staff").append(list);
}

function showList() {
  if (document.querySelector("dialog[open]")) return;
  if (!list) buildList();
  list.querySelector("#use-keys").checked = isOn();
  list.showModal();
}

function step(by) {
  const all = rows();
  const at = all.indexOf(chosen());
  const next = all[at < 0 ? (by > 0 ? 0 : all.length - 1) : at + by];
  if (!next) return;
  (next.querySelector("a.row-name") ?? next.querySelector("a[href]")).focus();
  next.scrollIntoView({ block: "nearest" });
}

/** A link is opened; a button, which may change something at once, only gets the focus. */
function act() {
  const action = chosen()?.querySelector(ACTIONS);
  if (action?.matches("a")) action.click();
  else action?.focus();
}

const KEYS = {
  j: () => step(1),
  k: () => step(-1),
  x: () => chosen()?.querySelector("input[type=checkbox]")?.click(),
  e: act,
  t: () => chosen()?.querySelector("[value=take]")?.click(),
  u: () => document.querySelector('.staff-undo button, .staff-tray button[value="undo"]')?.click(),
  g: () => {
    goesUntil = performance.now() + GO_MS;
  },
  "/": () => dispatchEvent(new Event("loop-search")),
  "?": showList,
};

addEventListener("keydown", (press) => {
  const { key, target } = press;
  if (press.ctrlKey || press.metaKey || press.altKey || press.repeat || press.defaultPrevented || !isOn()) return;
  if (target.closest?.(TYPED) || document.querySelector("dialog[open]")) return;
  const letter = key.toLowerCase();
  const place = performance.now() < goesUntil && PLACES[letter];
  goesUntil = 0;
  if (place) {
    press.preventDefault();
    linkTo(place)?.click();
    return;
  }
  if (!Object.hasOwn(KEYS, letter)) return;
  press.preventDefault();
  KEYS[letter]();
});
foot.querySelector("button").addEventListener("click", showList);
addEventListener("loop-keys", sayKeys);
sayKeys();
