import { settings } from "~/adapters/settings.server";
import { SECOND_MS } from "~/domain/time/durations";
import { currentTime } from "./clock.server";
import { clientAddress, currentConnection } from "./connection.server";
import { REQUEST_WINDOW_SECONDS } from "./limits";

/**
 * How many requests one client may make in a minute, whatever they are for: 300, unless the settings say otherwise.
 * Pictures are counted by themselves and may be four times as many, because one page can show fifty. Kept in memory
 * of the web process, of which there is one; what must outlive a restart is counted in the database instead.
 */

export type Verdict = { ok: true } | { ok: false; retryAfterSeconds: number };

const PICTURES_A_PAGE = 4;
/** So many clients are remembered before those whose minute is over are forgotten. */
const MOST_REMEMBERED = 10_000;

/** Counts requests of each client, in a minute that begins with its first one. */
export class RequestCounter {
  private readonly clients = new Map<string, { began: number; requests: number }>();

  constructor(private readonly most: number) {}

  /** Counts one request, and says whether it is within the limit or after how many seconds another will be. */
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

/** Counts this request once, however many loaders answer it. */
export function countRequest(kind: keyof typeof counters): Verdict {
  const connection = currentConnection() ?? {};
  const verdict = verdicts.get(connection) ?? counters[kind].admit(clientAddress(), currentTime());
  verdicts.set(connection, verdict);
  return verdict;
}
