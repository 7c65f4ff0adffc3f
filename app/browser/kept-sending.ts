import { type KeptWeek, keptWeeks, photosOf, removePhoto, removeWeek, settleWeek } from "./kept-store";
import { isLost, reportUnexpected } from "./unexpected";

/**
 * Sending what a device kept, oldest first: the words, then the photos, then the finishing of the week. Pages and the
 * worker both do it. The server saves each once, also where both send it.
 */

/** Why the rest waits. */
export type Stop = "no_connection" | "signed_out" | "other_account";

export interface Sending {
  /** Weeks that are saved now, with the revision that they led to. */
  readonly sent: readonly KeptWeek[];
  readonly stop: Stop | null;
}

const GONE = "This week isn’t in your loop any more";
/** A photo that is refused for good; anything else may be taken later. */
const REFUSED = [409, 413, 415, 422];

/** In milliseconds; a server that says nothing for longer is not there. */
const LONGEST_SILENCE = 30_000;

/**
 * Sends what waits for an account. The worker, which knows none, passes null: the server compares. Of several pages and
 * the worker one sends at a time, so that no photo is uploaded by two.
 */
export function sendKept(account: string | null): Promise<Sending> {
  return navigator.locks ? navigator.locks.request("kept-weeks", () => sendAll(account)) : sendAll(account);
}

async function sendAll(account: string | null): Promise<Sending> {
  const sent: KeptWeek[] = [];
  let stop: Stop | null = null;
  const waiting = (await keptWeeks(account)).filter(({ state }) => state === "waiting");
  if (waiting.length === 0) return { sent, stop };
  try {
    const response = await fetch("/api/csrf-token", { signal: AbortSignal.timeout?.(LONGEST_SILENCE) });
    if (!response.ok) return { sent, stop: "no_connection" };
    const { csrfToken }: { csrfToken: string } = await response.json();
    for (const kept of waiting) {
      const outcome = await sendWeek(kept, csrfToken);
      if (outcome === "signed_out") return { sent, stop: outcome };
      // What the server fails at doesn't hold up the weeks behind it.
      if (typeof outcome !== "string") sent.push(...(outcome ? [outcome] : []));
      else if (outcome !== "other_account" || account !== null) stop = outcome;
    }
    return { sent, stop };
  } catch (error) {
    if (!isLost(error)) reportUnexpected(error);
    return { sent, stop: "no_connection" };
  }
}

/** Resolves to the week once it is saved, to null once its writer must decide, or to why it waits. */
async function sendWeek(kept: KeptWeek, csrf: string): Promise<KeptWeek | null | Stop> {
  const words = await post("/dashboard/draft", kept, csrf, textOf(kept, kept.number));
  const asks = words.status === 409 && words.code !== "read_only";
  if (!words.ok && !asks) {
    const stop = stopOf(words);
    if (stop) return stop;
    await settleWeek(kept, { state: "refused", sentence: words.error || GONE });
    return null;
  }
  await settleWeek(kept, words.ok ? { revision: words.revision } : {});
  const refusals: string[] = [];
  for (const { id, key, name, file } of await photosOf(kept.writer)) {
    const photo = new FormData();
    photo.append("key", key);
    photo.append("photos", file, name);
    const response = await post("/dashboard/photo", kept, csrf, photo);
    if (!response.ok && !REFUSED.includes(response.status)) return stopOf(response) ?? "no_connection";
    if (!response.ok) refusals.push(`${name}: ${response.error}.`);
    if (id !== undefined) await removePhoto(id);
  }
  if (asks) return await ask(kept, refusals);
  let { revision } = words;
  if (kept.intent === "save") {
    const finished = textOf({ ...kept, revision }, kept.number + 1);
    finished.append("intent", "save");
    const response = await post("/dashboard/draft", kept, csrf, finished);
    if (response.status === 409) return await ask(kept, refusals);
    if (!response.ok) return stopOf(response) ?? "no_connection";
    revision = response.revision;
  }
  if (refusals.length > 0) await settleWeek(kept, { state: "told", sentence: refusals.join(" "), revision });
  else await removeWeek(kept);
  return { ...kept, revision };
}

async function ask(kept: KeptWeek, refusals: readonly string[]): Promise<null> {
  await settleWeek(kept, { state: "asks", sentence: refusals.join(" ") });
  return null;
}

function textOf({ fields, writer, revision }: KeptWeek, number: number): FormData {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  form.append("revision", revision);
  form.append("save", `${writer}.${number}`);
  return form;
}

interface Answer {
  readonly ok: boolean;
  readonly status: number;
  readonly code: string;
  readonly error: string;
  readonly revision: string;
}

/** What comes before a file is read, so the token goes first. */
async function post(address: string, kept: KeptWeek, csrf: string, more: FormData): Promise<Answer> {
  const body = new FormData();
  const place = { csrf, account: kept.account, loop: kept.loop, week: kept.week };
  for (const [name, value] of Object.entries(place)) body.append(name, value);
  for (const [name, value] of more) body.append(name, value);
  const response = await fetch(address, { method: "POST", body });
  const { status, headers } = response;
  // Nothing else is said by our server where it has saved something; a network's own page is a 200.
  const ok = status === 204;
  const isJson = headers.get("Content-Type")?.startsWith("application/json");
  const { code = "", error = "" }: { code?: string; error?: string } = !ok && isJson ? await response.json() : {};
  return { ok, status, code, error, revision: headers.get("X-Week-Revision") ?? kept.revision };
}

/** Why what was refused waits; null where it would be refused again. */
function stopOf({ status }: Answer): Stop | null {
  if (status === 401) return "signed_out";
  if (status === 403) return "other_account";
  return status < 400 || status >= 500 || status === 429 || status === 408 ? "no_connection" : null;
}
