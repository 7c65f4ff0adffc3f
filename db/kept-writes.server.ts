/**
 * Small writes beside a page that nobody waits for, such as when a session was last used. A machine that only reads can't
 * make them: it keeps them in memory, sends them to the writer together, and answers the page.
 */

/** Beyond this many the oldest are lost: each is a count or a time, and the writer has been silent for long. */
const MOST_KEPT = 10_000;

export interface KeptWrite {
  readonly kind: string;
  /** What it is about: of two with the same one, the later counts. */
  readonly what: string;
  /** When the page was asked for, in milliseconds. */
  readonly at: number;
}

/** How the writer makes one: what was kept at a time, and that it is now another. */
type Make = (what: string, at: Date, now: Date) => void;

const kinds = new Map<string, Make>();
const kept = new Map<string, KeptWrite>();

/** Declares how the writer makes a kind of such writes. Gives the function by which a machine that only reads keeps one. */
export function keptWrite(kind: string, make: Make): (what: string, at: Date) => true {
  kinds.set(kind, make);
  return (what, at) => {
    keep({ kind, what, at: at.getTime() });
    return true;
  };
}

function keep(one: KeptWrite): void {
  kept.set(`${one.kind} ${one.what}`, one);
  const [oldest] = kept.size > MOST_KEPT ? kept.keys() : [];
  if (oldest !== undefined) kept.delete(oldest);
}

/** Takes the oldest ones out, to be sent. */
export function takeKeptWrites(most: number): KeptWrite[] {
  const taken = [...kept].slice(0, most);
  for (const [key] of taken) kept.delete(key);
  return taken.map(([, one]) => one);
}

/** Keeps those that could not be sent, except where a later one has come. */
export function keepAgain(writes: readonly KeptWrite[]): void {
  for (const one of writes) if (!kept.has(`${one.kind} ${one.what}`)) keep(one);
}

/** Makes them, on the machine that writes. Those of a kind that this release does not know are left out. */
export function makeKeptWrites(writes: readonly KeptWrite[], now: Date): void {
  for (const { kind, what, at } of writes) kinds.get(kind)?.(what, new Date(at), now);
}
