/** Sent to the browser as source text, so these functions use nothing from outside themselves. */

/**
 * The field whose label or description, or the button, else link, whose name is this text, begins with it or contains
 * it; null when the page has none that can be used, or still moves.
 */
export function findInPage(kind: "field" | "file" | "control", wanted: string): Element | null {
  // While a font or picture is on its way the page moves, and a click in the middle of something misses it.
  const isMoving = document.readyState !== "complete" || document.fonts.status !== "loaded";
  if (kind === "control" && isMoving) return null;
  const plain = (words: string | null | undefined) => (words ?? "").replace(/\s+/g, " ").trim().toLowerCase();
  const named = (ids: string | null) =>
    (ids ?? "").split(/\s+/).map((id) => plain(document.getElementById(id)?.textContent));
  const isUsable = (element: Element) =>
    element.matches(":enabled, a") && (kind === "file" || element.getClientRects().length > 0);
  const words = plain(wanted);
  const namesOf = (element: Element) => {
    const own = [plain(element.getAttribute("aria-label")), ...named(element.getAttribute("aria-labelledby"))];
    if (kind === "control") return [...own, plain(element.textContent)];
    const { labels } = element as HTMLInputElement;
    return [
      ...own,
      ...[...(labels ?? [])].map((label) => plain(label.textContent)),
      ...named(element.getAttribute("aria-describedby")),
    ];
  };
  const groups =
    kind === "control"
      ? ["button:not([aria-hidden])", "a[href]"]
      : [kind === "file" ? "input[type=file]" : "input:not([type=hidden]), textarea, select"];
  for (const group of groups) {
    const usable = [...document.querySelectorAll(group)].filter(isUsable);
    const found =
      usable.find((element) => namesOf(element).includes(words)) ??
      usable.find((element) => namesOf(element).some((name) => name.startsWith(words))) ??
      usable.find((element) => namesOf(element).some((name) => name.includes(words)));
    if (found) return found;
  }
  return null;
}

/** What the page says, its title first, and by how many pixels it is wider than its window. */
export function readPage(): { words: string; excess: number } {
  const words = `${document.title}\n${document.body.innerText}`;
  return { words, excess: document.documentElement.scrollWidth - window.innerWidth };
}

/** Makes a field's content selected, so that what is typed replaces it. */
export function selectContent(field: Element): void {
  const input = field as HTMLInputElement;
  input.focus();
  if (input.value !== "") input.select();
}

export function isSelected(field: Element): boolean {
  return (field as HTMLInputElement).checked;
}

export function bringIntoView(element: Element): void {
  element.scrollIntoView({ block: "center", behavior: "instant" });
}
