import type { Page } from "playwright/test";

/**
 * Notes everything on a page that should not happen: an error in its console (a breach of its security policy is
 * one), a script that threw, something that was not there, and anything asked of another host.
 */
export function watchForTrouble(page: Page, ownOrigins: readonly string[]): string[] {
  const trouble: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.text().includes("Content Security Policy")) {
      trouble.push(`console: ${message.text()}`);
    }
  });
  page.on("pageerror", (error) => trouble.push(`script: ${error.message}`));
  page.on("response", (response) => {
    if (response.status() >= 400) trouble.push(`${response.status()} ${response.url()}`);
  });
  page.on("request", (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol.startsWith("http") && !ownOrigins.includes(origin))
      trouble.push(`elsewhere: ${request.url()}`);
  });
  return trouble;
}
