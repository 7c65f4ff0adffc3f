import { settings } from "~/adapters/settings.server";
import { SECOND_MS } from "~/domain/kernel/time/durations";
import { currentTime } from "./clock.server";
import { clientAddress, currentConnection } from "./connection.server";
import { REQUEST_WINDOW_SECONDS } from "./limits";

/**
 * The rate limit: 300 requests per client and minute, unless the settings say otherwise. Images are counted separately
 * with four times that limit, because one page can show fifty. Each web process counts
 * in its own memory; limits that must hold across processes and restarts are in the database.
 */

export type Verdict = { ok: true } | { ok: false; retryAfterSeconds: number };

const PICTURES_A_PAGE = 4;
/** Above this many clients, those whose minute is over are forgotten. */
const MOST_REMEMBERED = 10_000;

/** Counts requests of each client, in a minute that begins with its first one. */
export class RequestCounter {
  private readonly clients = new Map<string, { began: number; requests: number }>();

  private readonly most: number;

  constructor(most: number) {
    this.most = most;
  }

  /** Counts one request and says whether it is within the limit, or how many seconds to wait. */
  admit(client: string, now: Date): Verdict {
    const time = now.getTime();
    const minute = this.clients.get(client);
    if (!minute || this.isOver(minute, time)) {
      if (this.clients.size >= MOST_REMEMBERED) this.forgetOver(time);
      this.clients.set(client, { began: time, requests: 1 });
      return { ok: true };
    }
    minute.requests += 1;
    if (minute.requests <= this.most) return { ok: true };
    return {
      ok: false,
      retryAfterSeconds: Math.ceil((minute.began + REQUEST_WINDOW_SECONDS * SECOND_MS - time) / SECOND_MS),
    };
  }

  private isOver({ began }: { began: number }, time: number): boolean {
    return time >= began + REQUEST_WINDOW_SECONDS * SECOND_MS || time < began;
  }

  private forgetOver(time: number): void {
    for (const [client, minute] of this.clients) if (this.isOver(minute, time)) this.clients.delete(client);
    if (this.clients.size >= MOST_REMEMBERED) this.clients.clear();
  }
}

const counters = {
  page: new RequestCounter(settings.requestsPerMinute),
  picture: new RequestCounter(settings.requestsPerMinute * PICTURES_A_PAGE),
};

const verdicts = new WeakMap<object, Verdict>();

/** Counts this request once, however many loaders run for it. */
export function countRequest(kind: keyof typeof counters): Verdict {
  const connection = currentConnection() ?? {};
  const verdict = verdicts.get(connection) ?? counters[kind].admit(clientAddress(), currentTime());
  verdicts.set(connection, verdict);
  return verdict;
}
