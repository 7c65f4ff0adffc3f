/** Escaped page text: every inserted value is escaped unless it is markup already. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = Markup | string | number | null | undefined | false | readonly Part[];

const ESCAPES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function render(part: Part): string {
  if (part === null || part === undefined || part === false) return "";
  if (part instanceof Markup) return part.text;
  if (typeof part === "object") return part.map(render).join("");
  return String(part).replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign);
}

export function html(strings: TemplateStringsArray, ...parts: Part[]): Markup {
  return new Markup(strings.reduce((text, string, index) => text + render(parts[index - 1]) + string));
}

const POUNDS = new Intl.NumberFormat("en-GB", { style: "currency", currency: "GBP" });

/** "£62.99" for 6299. */
export function pounds(pence: number): string {
  return POUNDS.format(pence / 100);
}

/** "4242 4242 4242 4242". */
export function inFours(number: string): string {
  return number.replace(/(\d{4})(?=\d)/g, "$1 ");
}
