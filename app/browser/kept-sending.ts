import {
  erasePages,
  eraseWeek,
  fetchAgain,
  type KeptWeek,
  keptWeeks,
  LONGEST_SILENCE,
  photosOf,
  removePhoto,
  removeWeek,
  settleWeek,
} from "./kept-store";
import { asLost, isLost, reportUnexpected } from "./unexpected";

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

/** What our server refuses for good, in its own JSON; anything else may be taken later. */
const REFUSED = [404, 409, 413, 415, 422];
/** Instead of what the server says to the page that is open. */
const SENTENCES: Readonly<Record<string, string>> = {
  read_only: "This loop has gone to print, so it can’t change any more",
  not_found: "This week isn’t in your loop any more",
};

/**
 * Sends what waits for an account. The worker, which knows none, passes null: the server compares. Of several pages and
 * the worker one sends at a time, so that no photo is uploaded by two.
 */
export function sendKept(account: string | null): Promise<Sending> {
  return navigator.locks ? navigator.locks.request("kept-weeks", () => sendAll(account)) : sendAll(account);
}

async function sendAll(account: string | null): Promise<Sending> {
  const sent: KeptWeek[] = [];
  const erased = new Set<string>();
  let stop: Stop | null = null;
  const waiting = (await keptWeeks(account)).filter(({ state }) => state === "waiting");
  if (waiting.length === 0) return { sent, stop };
  try {
    const signal = AbortSignal.timeout?.(LONGEST_SILENCE);
    const response = await fetch("/api/csrf-token", { signal }).catch(asLost);
    if (!response.ok) return { sent, stop: "no_connection" };
    const { csrfToken }: { csrfToken: string } = await response.json().catch(asLost);
    for (const kept of waiting) {
      const outcome = await sendWeek(kept, csrfToken);
      if (outcome === "signed_out") {
        await erasePages();
        return { sent, stop: outcome };
      }
      // What the server fails at doesn't hold up the weeks behind it.
      if (typeof outcome !== "string") {
        if (outcome) sent.push(outcome);
        for (const address of await eraseWeek(kept)) erased.add(address);
      } else if (outcome !== "other_account" || account !== null) stop = outcome;
    }
    await fetchAgain(erased);
    return { sent, stop };
  } catch (error) {
    if (!isLost(error)) reportUnexpected(error);
    return { sent, stop: "no_connection" };
  }
}

/** Resolves to the week once it is saved, to null once its writer must decide, or to why it waits. */
async function sendWeek(kept: KeptWeek, csrf: string): Promise<KeptWeek | null | Stop> {
  const words = await post("/dashboard/draft", kept, csrf, textOf(kept, kept.number));
  const stop = stopOf(words);
  if (stop) return stop;
  const asks = isConflict(words);
  if (!words.ok && !asks) {
    await settleWeek(kept, { state: "refused", sentence: words.error });
    return null;
  }
  if (words.ok) await settleWeek(kept, { revision: words.revision });
  let { refusals = "" } = kept;
  for (const { id, key, name, file } of await photosOf(kept.writer)) {
    const photo = new FormData();
    photo.append("key", key);
    photo.append("photos", file, name);
    const response = await post("/dashboard/photo", kept, csrf, photo).catch((error) => whyUnsent(error, file));
    const stop = stopOf(response);
    if (stop) return stop;
    if (!response.ok) {
      refusals = `${refusals} ${name}: ${response.error}.`.trim();
      await settleWeek(kept, { refusals });
    }
    if (id !== undefined) await removePhoto(id);
  }
  if (asks) return await ask(kept);
  let { revision } = words;
  if (kept.intent === "save") {
    const finished = textOf({ ...kept, revision }, kept.number + 1);
    finished.append("intent", "save");
    const response = await post("/dashboard/draft", kept, csrf, finished);
    if (isConflict(response)) return await ask(kept);
    if (!response.ok) return stopOf(response) ?? "no_connection";
    revision = response.revision;
  }
  if (refusals) await settleWeek(kept, { state: "told", revision });
  else await removeWeek(kept);
  return { ...kept, revision };
}

async function ask(kept: KeptWeek): Promise<null> {
  await settleWeek(kept, { state: "asks" });
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
  // A photo takes as long as it takes.
  const signal = more.has("photos") ? undefined : AbortSignal.timeout?.(LONGEST_SILENCE);
  const response = await fetch(address, { method: "POST", body, signal }).catch(asLost);
  const { status, headers } = response;
  // Nothing else is said by our server where it has saved something; a network's own page is a 200.
  const ok = status === 204;
  const isJson = headers.get("Content-Type")?.startsWith("application/json");
  const said: { code?: string; error?: string } = !ok && isJson ? await response.json().catch(asLost) : {};
  const code = said.code ?? (status === 404 ? "not_found" : "");
  const error = said.error && (SENTENCES[code] ?? said.error);
  return { ok, status, code, error: error ?? "", revision: headers.get("X-Week-Revision") ?? kept.revision };
}

/** A photo that can't be sent holds up its own week alone; one that the device can no longer read is refused. */
async function whyUnsent(error: unknown, file: File): Promise<Answer> {
  if (!isLost(error)) throw error;
  const unsent = { ok: false, status: 0, code: "", error: "", revision: "" };
  try {
    await file.slice(0, 1).arrayBuffer();
    return unsent;
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    return { ...unsent, status: 422, error: "This device can no longer read it" };
  }
}

/** Why what is not saved waits; null where it is saved, or would be refused again. */
function stopOf({ ok, status, error }: Answer): Stop | null {
  if (status === 401) return "signed_out";
  if (status === 403) return "other_account";
  return ok || (error !== "" && REFUSED.includes(status)) ? null : "no_connection";
}

const isConflict = ({ status, code }: Answer) => status === 409 && code !== "read_only";
