import type { BrowserContext, Page } from "playwright";

/** A phone or a laptop on which somebody writes weeks, while its network comes and goes. */

const WEEK_READY = "textarea[name=content]";

export interface Device {
  readonly context: BrowserContext;
  /** The week's page while it is open. */
  page: Page | undefined;
  isOffline: boolean;
}

/**
 * What a page did; null where it was opened again meanwhile, had no connection or hadn't the element. Whether that matters
 * is seen in the end, when every word is looked for.
 */
export async function tried<Result>(asked: Promise<Result>): Promise<Result | null> {
  return await asked.catch((error: unknown) => {
    if (error instanceof Error) return null;
    throw error;
  });
}

export async function setOffline(device: Device, isOffline: boolean): Promise<void> {
  device.isOffline = isOffline;
  await device.context.setOffline(isOffline);
}

/** Opens a week; where it was never kept there, with the network. */
export async function openWeek(device: Device, address: string): Promise<Page> {
  if (device.page) return device.page;
  const page = await device.context.newPage();
  const isOpen = async () => {
    await tried(page.goto(address));
    return (
      (await tried(
        page
          .locator(WEEK_READY)
          .waitFor({ state: "attached", timeout: 5_000 })
          .then(() => true),
      )) ?? false
    );
  };
  if (!(await isOpen())) {
    await setOffline(device, false);
    if (!(await isOpen())) throw new Error(`${address} doesn’t open: ${await tried(page.locator("body").innerText())}`);
  }
  device.page = page;
  return page;
}

export async function closeWeek(device: Device): Promise<void> {
  await device.page?.close();
  device.page = undefined;
}

/**
 * Types a paragraph below what is there. False where the page was opened again meanwhile, because its week had just been
 * saved: nothing was typed then.
 */
export async function type(page: Page, paragraph: string): Promise<boolean> {
  const typing = page.evaluate(
    ([selector, text]) => {
      const field = document.querySelector<HTMLTextAreaElement>(selector);
      if (!field) return false;
      field.value = field.value === "" ? text : `${field.value}\n\n${text}`;
      field.dispatchEvent(new InputEvent("input", { bubbles: true }));
      return true;
    },
    [WEEK_READY, paragraph] as const,
  );
  return (await tried(typing)) ?? false;
}

/** How many weeks this device keeps in each state, of all who write on it. */
export async function keptStates(page: Page): Promise<string[]> {
  return await page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const opened = indexedDB.open("loop-weeks", 1);
        opened.onupgradeneeded = () => opened.transaction?.abort();
        opened.onerror = () => resolve([]);
        opened.onsuccess = () => {
          const store = opened.result;
          const all = store.transaction("weeks").objectStore("weeks").getAll();
          all.onsuccess = () => {
            store.close();
            resolve(all.result.map(({ state }) => state));
          };
        };
      }),
  );
}

const LONGEST_LANDING_MS = 90_000;

/** Is back online, keeps both texts of each conflict, and waits until nothing is left to send. */
export async function land(device: Device, origin: string): Promise<void> {
  await closeWeek(device);
  await setOffline(device, false);
  const page = await device.context.newPage();
  const until = Date.now() + LONGEST_LANDING_MS;
  let states: string[] = [];
  do {
    // A page opens itself again once its week is saved, also while the next is asked for: the next round goes on.
    await tried(page.goto(`${origin}/dashboard`));
    await tried(keepBoth(page));
    states = ((await tried(keptStates(page))) ?? ["unknown"]).filter((state) => state !== "saved");
  } while (states.length > 0 && Date.now() < until);
  const said = states.length > 0 ? await tried(page.locator("[data-kept-list]").innerText({ timeout: 1_000 })) : null;
  await page.close();
  if (states.length > 0) throw new Error(`After landing a device still keeps weeks: ${states.join(", ")}. ${said}`);
}

async function keepBoth(page: Page): Promise<void> {
  const question = page.getByRole("button", { name: "Choose which one" }).first();
  await question.waitFor({ timeout: 1_500 });
  await question.click({ timeout: 5_000 });
  await page.getByRole("button", { name: "Keep both" }).click({ timeout: 10_000 });
  await page.waitForURL((url) => url.searchParams.has("week"), { timeout: 10_000 });
}
