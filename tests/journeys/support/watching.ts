import type { Page } from "playwright/test";

/**
 * Collects everything that should not happen on a page: console errors (breaches of the security policy among them),
 * exceptions, missing resources, and requests to other hosts.
 */
export function watchForErrors(page: Page, ownOrigins: readonly string[]): string[] {
  const problems: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.text().includes("Content Security Policy")) {
      problems.push(`console: ${message.text()}`);
    }
  });
  page.on("pageerror", (error) => problems.push(`script: ${error.message}`));
  page.on("response", (response) => {
    if (response.status() >= 400) problems.push(`${response.status()} ${response.url()}`);
  });
  page.on("request", (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol.startsWith("http") && !ownOrigins.includes(origin)) problems.push(`elsewhere: ${request.url()}`);
  });
  return problems;
}
