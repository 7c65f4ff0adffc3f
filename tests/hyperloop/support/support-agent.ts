import type { StaffRole } from "~/domain/people/staff/permissions";
import type { App } from "../../support/app";
import type { Fillings } from "../../support/html-form";
import { staffBrowser } from "../../support/staff";
import type { Visitor } from "../../support/visitor";

/** A support agent who takes a phone call: from the search box on, each link and button is one press. */
export class SupportAgent {
  presses = 0;

  readonly browser: Visitor;

  private constructor(browser: Visitor) {
    this.browser = browser;
  }

  static async open(app: App, role: StaffRole = "support"): Promise<SupportAgent> {
    const { browser } = await staffBrowser(app, role);
    return new SupportAgent(browser);
  }

  /** Types into the search box of whatever page is open; the count of presses begins again. */
  async search(words: string) {
    await this.browser.visit("/hyperloop/dashboard");
    this.presses = 0;
    return await this.press("Search", { q: words });
  }

  /** Follows the first link of the page that begins with this text. */
  async follow(words: string) {
    const links = this.browser.page.root.querySelectorAll("main a");
    const link = links.find(({ text }) => text.trim().startsWith(words));
    const href = link?.getAttribute("href");
    if (!href) throw new Error(`No link “${words}”. There are: ${links.map(({ text }) => text.trim()).join(" | ")}`);
    this.presses += 1;
    return await this.browser.visit(href);
  }

  /** Fills in a form and presses its button, which begins with this text. */
  async press(words: string, fields: Fillings = {}) {
    const buttons = this.browser.page.root
      .querySelectorAll("button")
      .map(({ text }) => text.replace(/\s+/g, " ").trim());
    const button = buttons.find((text) => text.startsWith(words)) ?? words;
    this.presses += 1;
    return await this.browser.submit(button, fields);
  }
}
