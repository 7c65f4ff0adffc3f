import { setTimeout } from "node:timers/promises";
import type { Lent, Report } from "../../app/domain/system/machines/lent-work.server";
import type { Making, Task } from "../../app/domain/system/machines/machine-tasks";

/** The calls to the writer, each with the token of this machine. */

const LONGEST_MS = 10_000;
/** A report is tried again while its lease may last. */
const REPORT_TRIES = 10;
const PAUSE_MS = 2_000;

/** The writer has said no, and asking again changes nothing. */
export class Refused extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export function openWriter({ writerOrigin, token }: { writerOrigin: string; token: string }) {
  /** @throws Refused, or another error where the writer doesn't respond. */
  async function call<Body>(name: string, given: object): Promise<Body> {
    const response = await fetch(`${writerOrigin}/machines/${name}`, {
      method: "POST",
      body: JSON.stringify(given),
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
      redirect: "error",
      signal: AbortSignal.timeout(LONGEST_MS),
    });
    const text = await response.text();
    if (response.status >= 500) throw new Error(`The writer answered ${response.status}.`);
    if (!response.ok) throw new Refused(response.status, errorIn(text) ?? `The writer answered ${response.status}`);
    return JSON.parse(text) as Body;
  }

  return {
    hello: () => call<{ name: string; tasks: readonly Task[] }>("hello", {}),
    lease: async (task: Making) => (await call<{ lent: Lent | null }>("lease", { task })).lent,
    renew: async (lease: string, steps?: number) => (await call<{ isHeld: boolean }>("renew", { lease, steps })).isHeld,
    /** Whether the report came within its lease. @throws where the writer can't be told. */
    async report(lease: string, report: Report): Promise<boolean> {
      for (let tried = 1; ; tried += 1) {
        try {
          return (await call<{ isKept: boolean }>("report", { lease, report })).isKept;
        } catch (error) {
          if (error instanceof Refused || tried === REPORT_TRIES) throw error;
        }
        await setTimeout(PAUSE_MS);
      }
    },
  };
}

export type WriterCalls = ReturnType<typeof openWriter>;

function errorIn(text: string): string | undefined {
  try {
    const { error } = JSON.parse(text) as { error?: string };
    return error;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
