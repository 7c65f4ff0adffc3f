import { findAll } from "./elements";
import { THIS_WEEK } from "./kept-store";
import { asLost } from "./unexpected";

/** What the page of a week asks of the service worker (worker.ts). */

interface SyncManager {
  register(tag: string): Promise<void>;
}

/** Has the browser send what is kept once there is a connection, also after the page is closed, where it can. */
export async function sendLater(): Promise<void> {
  const registration: (ServiceWorkerRegistration & { sync?: SyncManager }) | undefined =
    await navigator.serviceWorker?.getRegistration("/dashboard");
  // A browser may refuse it; the next visit sends.
  await registration?.sync?.register("kept-weeks").catch(() => undefined);
}

const FILES = /^\/(?:assets|scripts|fonts|artwork)\/|^\/[\w-]+\.(?:png|svg|ico|webmanifest)$/;
const MOST_OPEN_WEEKS = 8;

/** Has the worker keep this page, this week's, those of the newest open weeks, and the files that they need. */
export async function keepPages(account: string, address: string): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  await navigator.serviceWorker.register(address, { scope: "/dashboard" }).catch(asLost);
  const { active } = await navigator.serviceWorker.ready;
  const links = findAll(HTMLAnchorElement, 'a[href^="/dashboard?loop="][href*="week="]').map(({ href }) =>
    noHash(href),
  );
  const needed = findAll(HTMLElement, "link[href], script[src]").map(
    (one) => (one instanceof HTMLLinkElement ? one.href : one.getAttribute("src")) ?? "",
  );
  const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
  const files = [...needed, ...loaded].map((file) => new URL(file, location.href));
  active?.postMessage({
    account,
    // Another style sheet or script is another build, whose pages are kept apart.
    build: needed.filter((file) => /\/(?:site|week)-/.test(file)).join(),
    pages: [
      ...new Set([
        noHash(location.href),
        new URL(THIS_WEEK, location.href).href,
        ...links.reverse().slice(0, MOST_OPEN_WEEKS),
      ]),
    ],
    files: [
      ...new Set(
        files.filter(({ origin, pathname }) => origin === location.origin && FILES.test(pathname)).map(String),
      ),
    ],
  });
}

const noHash = (address: string) => address.split("#", 1)[0] ?? "";
