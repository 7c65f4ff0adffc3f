import type { Browser, Timed } from "../browser";
import { giveLoop } from "../loops";
import { makePeople, signIn } from "../people";

/** Somebody who writes one week again and again, by its form, and reads it. */

/** What is written says which writing it is. */
const NUMBER = /writing (\d+) of this week/;
export const words = (number: number): string => `This is writing ${number} of this week.`;
/** Which writing a page shows; 0 before the first. */
export const numberOn = (body: string): number => Number(NUMBER.exec(body)?.[1] ?? 0);

export interface Writer {
  email: string;
  loopId: string;
}

/** People with a year each that nobody has written in. */
export async function makeWriters(name: string, count: number): Promise<Writer[]> {
  const emails = Array.from({ length: count }, (_, place) => `${name}-${place}@known.example`);
  const ids = await makePeople(emails, { isProven: true });
  return emails.map((email, place) => ({ email, loopId: giveLoop(ids[place] ?? "", 0) }));
}

export class WeekWriter {
  readonly browser: Browser;
  readonly path: string;
  private readonly loopId: string;
  private revision = "";

  private constructor(browser: Browser, loopId: string) {
    this.browser = browser;
    this.loopId = loopId;
    this.path = `/dashboard?loop=${loopId}&week=1`;
  }

  static async signIn(origin: string, { email, loopId }: Writer): Promise<WeekWriter> {
    return new WeekWriter(await signIn(origin, email), loopId);
  }

  /** Opens the week, by an address that says who asks. @throws Error unless it is shown */
  async read(more = ""): Promise<number> {
    const { status, body } = await this.browser.open(this.path + more);
    if (status !== 200) throw new Error(`${this.path} was answered ${status}.`);
    this.revision = /name="revision" value="([^"]*)"/.exec(body)?.[1] ?? "";
    return numberOn(body);
  }

  /** Sends this writing, over the one that was read last. */
  async send(number: number): Promise<Timed> {
    const fields = { loop: this.loopId, week: "1", revision: this.revision, intent: "draft", content: words(number) };
    return await this.browser.enter(this.path, fields);
  }

  /** Saves this writing. @throws Error unless that is acknowledged */
  async write(number: number): Promise<void> {
    const { status, body } = await this.send(number);
    if (status !== 303) throw new Error(`Writing ${number} was answered ${status}: ${body.slice(0, 500)}`);
  }
}
