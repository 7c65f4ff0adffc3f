import type { HTMLElement } from "node-html-parser";

/**
 * A form as a browser without scripts sees it: what it would send if this button were pressed. Only fields of the page
 * can be filled in; a missing field, option or button is an error of the test or of the page.
 */

/** The value of a field: text, a tick, a choice by its value or its label, or files. */
export type Filling = string | boolean | File | readonly File[];
export type Fillings = Readonly<Record<string, Filling>>;
export type FormEntry = readonly [name: string, value: string | File];

export interface FilledForm {
  method: "GET" | "POST";
  /** As written in the page; empty if the form posts to the page's own address. */
  action: string;
  isMultipart: boolean;
  entries: FormEntry[];
}

/** The text of an element, without the marks that only say "optional". */
export function wordsOf(element: HTMLElement): string {
  return element.text
    .replace(/\s+/g, " ")
    .replace(/ \(optional\)$/, "")
    .trim();
}

export function formsOf(root: HTMLElement): HTMLElement[] {
  return root.querySelectorAll("form");
}

function ownerOf(control: HTMLElement): string | HTMLElement | null {
  return control.getAttribute("form") ?? above(control, "form");
}

/** The fields and buttons of a form, in the order of the page, including those outside it with a `form` attribute. */
export function controlsOf(root: HTMLElement, form: HTMLElement): HTMLElement[] {
  const id = form.getAttribute("id");
  return root.querySelectorAll("input, select, textarea, button").filter((control) => {
    const owner = ownerOf(control);
    return owner === form || (typeof owner === "string" && owner === id);
  });
}

function isButton(control: HTMLElement): boolean {
  const type = control.getAttribute("type");
  if (control.tagName === "BUTTON") return type === undefined || type === "submit";
  return control.tagName === "INPUT" && (type === "submit" || type === "image");
}

/** The submit buttons of a form. */
export function buttonsOf(root: HTMLElement, form: HTMLElement): HTMLElement[] {
  return controlsOf(root, form).filter((control) => isButton(control) && !isDisabled(control));
}

function buttonWords(button: HTMLElement): string {
  return button.getAttribute("aria-label") ?? (wordsOf(button) || (button.getAttribute("value") ?? ""));
}

/** The form that has a button with this label. @throws Error naming the buttons there are. */
export function findForm(root: HTMLElement, button: string): { form: HTMLElement; button: HTMLElement } {
  const seen: string[] = [];
  for (const form of formsOf(root)) {
    for (const control of controlsOf(root, form).filter(isButton)) {
      if (buttonWords(control) === button && !isDisabled(control)) return { form, button: control };
      seen.push(buttonWords(control));
    }
  }
  throw new Error(`There is no button "${button}" here. There are: ${seen.join(", ") || "none"}.`);
}

function isDisabled(control: HTMLElement): boolean {
  return control.hasAttribute("disabled") || Boolean(above(control, "fieldset", (one) => one.hasAttribute("disabled")));
}

/** The control of a label, a legend or a name; several for a group of choices. */
export function findControls(root: HTMLElement, controls: HTMLElement[], key: string): HTMLElement[] {
  const named = controls.filter((control) => control.getAttribute("name") === key && !isButton(control));
  if (named.length > 0) return named;
  for (const label of root.querySelectorAll("label")) {
    if (wordsOf(label) !== key) continue;
    const id = label.getAttribute("for");
    const labelled = controls.find((control) =>
      id === undefined ? above(control, "label") === label : control.getAttribute("id") === id,
    );
    if (labelled) return [labelled];
  }
  for (const legend of root.querySelectorAll("legend")) {
    if (wordsOf(legend) !== key) continue;
    const group = controls.filter((control) => above(control, "fieldset") === above(legend, "fieldset"));
    if (group.length > 0) return group;
  }
  return [];
}

/** The text of the label of a control. */
export function labelOf(root: HTMLElement, control: HTMLElement): string {
  const id = control.getAttribute("id");
  const label = root.querySelectorAll("label").find((one) => id !== undefined && one.getAttribute("for") === id);
  const around = label ?? above(control, "label");
  return around ? wordsOf(around) : "";
}

/** What the form would send: hidden fields and defaults kept, `fillings` put in, this button pressed. */
export function fillForm(root: HTMLElement, form: HTMLElement, button: HTMLElement, fillings: Fillings): FilledForm {
  const controls = controlsOf(root, form);
  const filled = new Map<HTMLElement, Filling>();
  for (const [key, filling] of Object.entries(fillings)) {
    const found = findControls(root, controls, key).filter((control) => !isDisabled(control));
    if (found.length === 0) {
      const there = controls.map((control) => labelOf(root, control) || control.getAttribute("name"));
      throw new Error(`There is no field "${key}" in this form. There are: ${there.join(", ")}.`);
    }
    for (const [control, value] of chooseAmong(root, found, key, filling)) filled.set(control, value);
  }
  const entries = controls.flatMap((control) => entriesOf(control, button, filled));
  const method = (button.getAttribute("formmethod") ?? form.getAttribute("method") ?? "get").toUpperCase();
  return {
    method: method === "POST" ? "POST" : "GET",
    action: button.getAttribute("formaction") ?? form.getAttribute("action") ?? "",
    isMultipart: form.getAttribute("enctype") === "multipart/form-data",
    entries,
  };
}

function chooseAmong(
  root: HTMLElement,
  controls: HTMLElement[],
  key: string,
  filling: Filling,
): [HTMLElement, Filling][] {
  const isRadio = controls.every((control) => control.getAttribute("type") === "radio");
  if (!isRadio) return controls.slice(0, 1).map((control) => [control, filling]);
  const chosen = controls.find(
    (control) => filling === true || control.getAttribute("value") === filling || labelOf(root, control) === filling,
  );
  if (!chosen) throw new Error(`There is no choice "${String(filling)}" at "${key}".`);
  const name = chosen.getAttribute("name");
  const group = controls.filter((control) => control.getAttribute("name") === name);
  return group.map((control) => [control, control === chosen]);
}

function entriesOf(control: HTMLElement, pressed: HTMLElement, filled: ReadonlyMap<HTMLElement, Filling>): FormEntry[] {
  const name = control.getAttribute("name");
  if (!name || isDisabled(control)) return [];
  const filling = filled.get(control);
  if (control.tagName === "BUTTON" || isButton(control)) {
    return control === pressed ? [[name, control.getAttribute("value") ?? ""]] : [];
  }
  if (control.tagName === "SELECT") return [[name, optionOf(control, filling)]];
  if (control.tagName === "TEXTAREA") return [[name, asTyped(filling ?? textOfArea(control))]];
  switch (control.getAttribute("type")) {
    case "checkbox":
    case "radio": {
      const isOn = filling === undefined ? control.hasAttribute("checked") : filling !== false;
      return isOn ? [[name, control.getAttribute("value") ?? "on"]] : [];
    }
    case "file":
      return filesOf(filling).map((file) => [name, file]);
    default:
      return [[name, asTyped(filling ?? control.getAttribute("value") ?? "")]];
  }
}

/** An HTML parser drops one line feed right after the opening tag. */
export function textOfArea(area: HTMLElement): string {
  return area.text.replace(/^\r?\n/, "");
}

function optionOf(select: HTMLElement, filling: Filling | undefined): string {
  const options = select.querySelectorAll("option");
  const valueOfOption = (option: HTMLElement) => option.getAttribute("value") ?? wordsOf(option);
  if (filling === undefined) {
    const selected = options.find((option) => option.hasAttribute("selected")) ?? options[0];
    return selected ? valueOfOption(selected) : "";
  }
  const chosen = options.find((option) => valueOfOption(option) === filling || wordsOf(option) === filling);
  if (!chosen) throw new Error(`There is no option "${String(filling)}" to choose.`);
  return valueOfOption(chosen);
}

/** Browsers send a line feed as CRLF. */
function asTyped(filling: Filling): string {
  if (typeof filling !== "string") throw new Error("A text field takes text.");
  return filling.replace(/\r?\n/g, "\r\n");
}

/** An empty file field sends one empty file without a name. */
function filesOf(filling: Filling | undefined): readonly File[] {
  if (filling === undefined) return [new File([], "", { type: "application/octet-stream" })];
  if (filling instanceof File) return [filling];
  if (Array.isArray(filling)) return filling;
  throw new Error("A file field takes files.");
}

/** The nearest element around this one with that tag name; the parser's own `closest` searches the whole page. */
function above(
  element: HTMLElement,
  tag: string,
  fits: (one: HTMLElement) => boolean = () => true,
): HTMLElement | null {
  for (let one: HTMLElement | null = element.parentNode; one; one = one.parentNode) {
    if (one.rawTagName === tag && fits(one)) return one;
  }
  return null;
}
