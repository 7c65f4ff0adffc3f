import { asLost, isLost, reportUnexpected } from "./unexpected";

/**
 * What this device keeps of weeks until the server has them: the newest text of each open page that was written in, under
 * the random name of that page, and the photos chosen in it. Pages and the worker share it (IndexedDB).
 */

export interface KeptWeek {
  /** The random name of the page that wrote it, under which the server knows its saves too. */
  readonly writer: string;
  /** Whose it is: shown and sent for this account alone. */
  readonly account: string;
  readonly loop: string;
  readonly week: string;
  /** Rises by two with each change: the second is that of finishing the week. */
  readonly number: number;
  /** What the page was opened on, or its last save that was heard of. */
  readonly revision: string;
  readonly fields: readonly (readonly [name: string, value: string])[];
  /** The button that was pressed without a connection, or a draft. */
  readonly intent: "draft" | "save";
  /** Asks: another device saved in between. Refused: it never can be saved as it is. Told: saved, but for a photo. */
  readonly state: "waiting" | "saved" | "asks" | "refused" | "told";
  /** The server's error message. */
  readonly sentence: string;
  /** Why photos that are no longer kept were refused; it stays until the week is removed. */
  readonly refusals?: string | undefined;
  readonly keptAt: number;
}

export interface KeptPhoto {
  readonly id?: number;
  readonly writer: string;
  /** Under which the server knows it. */
  readonly key: string;
  readonly name: string;
  readonly file: File;
}

const WEEKS = "weeks";
const PHOTOS = "photos";

/** The start of the name of the cache with the pages and files that open without a connection. */
export const KEPT_PAGES = "kept-pages:";

let opened: Promise<IDBDatabase> | undefined;

const forget = () => {
  opened = undefined;
};

function openStore(): Promise<IDBDatabase> {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open("loop-weeks", 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore(WEEKS, { keyPath: "writer" });
      request.result.createObjectStore(PHOTOS, { keyPath: "id", autoIncrement: true }).createIndex("writer", "writer");
    };
    request.onsuccess = () => {
      // As where the data of this site is erased: what is typed afterwards is kept too.
      request.result.onclose = forget;
      resolve(request.result);
    };
    request.onerror = () => reject(request.error);
  });
  opened.catch(forget);
  return opened;
}

/** One transaction; resolves once it is on the device. @throws where the browser keeps nothing. */
async function change(work: (weeks: IDBObjectStore, photos: IDBObjectStore) => void): Promise<void> {
  const store = await openStore();
  const transaction = store.transaction([WEEKS, PHOTOS], "readwrite");
  work(transaction.objectStore(WEEKS), transaction.objectStore(PHOTOS));
  await new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
  });
}

async function read<Row>(name: string, request: (rows: IDBObjectStore) => IDBRequest): Promise<Row[]> {
  const store = await openStore();
  const asked = request(store.transaction(name).objectStore(name));
  return await new Promise((resolve, reject) => {
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
  });
}

/** The weeks kept for an account, or for all, oldest first. */
export async function keptWeeks(account: string | null): Promise<KeptWeek[]> {
  const all = await read<KeptWeek>(WEEKS, (store) => store.getAll());
  return all
    .filter((kept) => account === null || kept.account === account)
    .sort((one, other) => one.keptAt - other.keptAt);
}

export const photosOf = (writer: string) =>
  read<KeptPhoto>(PHOTOS, (store) => store.index("writer").getAll(IDBKeyRange.only(writer)));

/** Without waiting for anything else of its transaction, because its page may be closed any moment. */
export const putWeek = (kept: KeptWeek) =>
  change((weeks) => {
    weeks.put(kept);
    weeks.transaction.commit?.();
  });

/** Records what came of the save with this number; a page that wrote on meanwhile still waits. */
export function settleWeek(
  { writer, number }: Pick<KeptWeek, "writer" | "number">,
  outcome: Partial<KeptWeek>,
): Promise<void> {
  return change((weeks) => {
    const asked: IDBRequest<KeptWeek | undefined> = weeks.get(writer);
    asked.onsuccess = () => {
      const kept = asked.result;
      if (!kept) return;
      const { revision = kept.revision, refusals = kept.refusals } = outcome;
      weeks.put(kept.number === number ? { ...kept, ...outcome } : { ...kept, revision, refusals });
    };
  });
}

/** Removes a week with its photos, unless its page wrote on since this number. */
export function removeWeek({ writer, number }: Pick<KeptWeek, "writer" | "number">): Promise<void> {
  return change((weeks, photos) => {
    const asked: IDBRequest<KeptWeek | undefined> = weeks.get(writer);
    asked.onsuccess = () => {
      if (asked.result && asked.result.number !== number) return;
      weeks.delete(writer);
      deletePhotos(photos, writer);
    };
  });
}

function deletePhotos(photos: IDBObjectStore, writer: string, then = () => {}): void {
  const cursor = photos.index("writer").openCursor(IDBKeyRange.only(writer));
  cursor.onsuccess = () => {
    if (!cursor.result) return then();
    cursor.result.delete();
    cursor.result.continue();
  };
}

export const putPhotos = (writer: string, files: readonly Omit<KeptPhoto, "writer">[]) =>
  change((_, photos) =>
    deletePhotos(photos, writer, () => {
      for (const photo of files) photos.add({ writer, ...photo });
    }),
  );

export const removePhoto = (id: number) => change((_, photos) => photos.delete(id));

/** Erases everything of an account, and the pages that open without a connection. */
export async function eraseAccount(account: string): Promise<void> {
  const weeks = await keptWeeks(account);
  await change((store, photos) => {
    for (const { writer } of weeks) {
      store.delete(writer);
      deletePhotos(photos, writer);
    }
  });
  await erasePages();
}

/** Erases the pages of every account, or of all but one. */
export async function erasePages(but?: string): Promise<void> {
  for (const name of await pageCaches()) if (name.split(":")[1] !== but) await caches.delete(name);
}

/**
 * Erases the pages of a week as it was before what is saved now, and resolves to their addresses; without its number an
 * address may be that week's too.
 */
export async function eraseWeek({ week }: Pick<KeptWeek, "week">): Promise<string[]> {
  const erased: string[] = [];
  for (const name of await pageCaches()) {
    const cache = await caches.open(name);
    for (const { url } of await cache.keys()) {
      const { pathname, searchParams } = new URL(url);
      const isOfWeek = pathname === THIS_WEEK && (searchParams.get("week") ?? week) === week;
      if (isOfWeek && (await cache.delete(url))) erased.push(url);
    }
  }
  return erased;
}

/** In milliseconds; a server that says nothing for longer is not there. */
export const LONGEST_SILENCE = 30_000;

/** Keeps pages that were erased as they are now. */
export async function fetchAgain(addresses: Iterable<string>): Promise<void> {
  const [name = ""] = await pageCaches();
  const [, account] = name.split(":");
  if (!account) return;
  const cache = await caches.open(name);
  const signal = AbortSignal.timeout?.(LONGEST_SILENCE);
  for (const address of addresses)
    await keepPage(cache, account, address, await fetch(address, { signal }).catch(asLost));
}

/** Keeps a page that is of this account; any other page erases everything. */
export async function keepPage(cache: Cache, account: string, address: string, response: Response): Promise<void> {
  const isPage = response.ok && response.headers.get("Content-Type")?.startsWith("text/html");
  if (!isPage) return;
  const isTheirs = (await response.clone().text()).includes(`data-account="${account}"`);
  if (!isTheirs) await erasePages();
  else if (!response.redirected) await cache.put(address, response);
}

/** The address of this week's page, at which an installed app begins. */
export const THIS_WEEK = "/dashboard";

export const addressOf = ({ loop, week }: Pick<KeptWeek, "loop" | "week">) => `${THIS_WEEK}?loop=${loop}&week=${week}`;

/** The names of the caches with pages; a page without https has none. */
export async function pageCaches(): Promise<string[]> {
  return "caches" in globalThis ? (await caches.keys()).filter((name) => name.startsWith(KEPT_PAGES)) : [];
}

/** A browser that keeps nothing, or has no room, refuses by an exception; any other is reported. */
export function tellUnlessRefused(error: unknown): void {
  if (!(error instanceof DOMException) && !isLost(error)) reportUnexpected(error);
}
