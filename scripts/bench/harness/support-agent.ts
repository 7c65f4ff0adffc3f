import { networkTransport } from "../../../tests/support/network";
import { Visitor } from "../../../tests/support/visitor";

/**
 * A support agent who takes a phone call by the real forms: from the search box on, each link and button is one press.
 */
export class SupportAgent {
  presses = 0;
  private readonly browser: Visitor;

  constructor(origin: string, cookie: string) {
    const { port } = new URL(origin);
    this.browser = new Visitor(networkTransport(Number(port), origin), "127.0.0.1");
    this.browser.cookies.keep(cookie);
  }

  /** The text of the page that is open. */
  get words(): string {
    return this.browser.page.text("main");
  }

  /** Types into the search box of the dashboard; the count of presses begins again. */
  async search(words: string): Promise<void> {
    await this.browser.visit("/hyperloop/dashboard");
    this.presses = 0;
    await this.press("Search", { q: words });
  }

  /** Follows the first link of the page that begins with this text. */
  async follow(words: string): Promise<void> {
    const links = this.browser.page.root.querySelectorAll("main a");
    const href = links.find(({ text }) => text.trim().startsWith(words))?.getAttribute("href");
    if (!href) throw new Error(`No link “${words}” on ${this.browser.page.path}.`);
    this.presses += 1;
    await this.browser.visit(href);
  }

  /** Fills in a form and presses its button, which begins with this text. */
  async press(words: string, fields: Record<string, string> = {}): Promise<void> {
    const buttons = this.browser.page.root.querySelectorAll("button");
    const button = buttons.map(({ text }) => text.replace(/\s+/g, " ").trim()).find((text) => text.startsWith(words));
    this.presses += 1;
    const { status } = await this.browser.submit(button ?? words, fields);
    if (status !== 200) throw new Error(`“${words}” on ${this.browser.page.path} answered ${status}.`);
  }
}
