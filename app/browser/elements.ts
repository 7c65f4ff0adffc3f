/** Finding and making elements of a page. */

type Kind<Found> = new () => Found;

/** An element that the page of a script always has. @throws where it has none of that kind. */
export function find<Found extends Element>(kind: Kind<Found>, selector: string, within: ParentNode = document): Found {
  const found = within.querySelector(selector);
  if (found instanceof kind) return found;
  throw new Error(`This page has no ${selector}.`);
}

export function findAll<Found extends Element>(
  kind: Kind<Found>,
  selector: string,
  within: ParentNode = document,
): Found[] {
  return [...within.querySelectorAll(selector)].filter((one): one is Found => one instanceof kind);
}

/** The element that an event began at, or one around it. */
export function around<Found extends Element>(
  kind: Kind<Found>,
  selector: string,
  target: EventTarget | null,
): Found | undefined {
  const found = target instanceof Element ? target.closest(selector) : null;
  return found instanceof kind ? found : undefined;
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** A field of a form by its name; undefined where the form has none. */
export function fieldOf(form: HTMLFormElement, name: string): Field | undefined {
  const found = form.elements.namedItem(name);
  const isField =
    found instanceof HTMLInputElement || found instanceof HTMLTextAreaElement || found instanceof HTMLSelectElement;
  return isField ? found : undefined;
}

/** A button of a form by its value, also one that lies elsewhere on the page. */
export function buttonOf(form: HTMLFormElement, value: string): HTMLButtonElement | undefined {
  const buttons = [...form.elements].filter((one) => one instanceof HTMLButtonElement);
  return buttons.find((button) => button.value === value);
}

export function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string>>,
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}
