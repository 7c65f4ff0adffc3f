import { WEEKS } from "../../../app/domain/diary/rules/calendar";
import { Browser } from "./browser";
import { giveLoop } from "./loops";
import { makePeople, signIn } from "./people";

/** Somebody who saves other words every few hundred milliseconds, each in a week for itself. */

const VISITORS = 5;
const LOOPS = 4;
const EVERY_MS = 300;
const AGAIN_MS = 250;

interface Person {
  email: string;
  loopIds: readonly string[];
}

/** People with several years each, in which every week can be written. */
export async function makeVisitors(name: string): Promise<Person[]> {
  const emails = Array.from({ length: VISITORS }, (_, place) => `${name}-${place}@known.example`);
  const ids = await makePeople(emails, { isProven: true });
  return emails.map((email, place) => ({
    email,
    loopIds: Array.from({ length: LOOPS }, () => giveLoop(ids[place] ?? "", 0)),
  }));
}

export class Visitor {
  /** The words that were acknowledged, and when. */
  readonly saved = new Map<string, number>();
  private browser: Browser;
  private readonly left: Browser[] = [];
  private readonly person: Person;
  private turn = 0;
  private isStopped = false;

  private constructor(browser: Browser, person: Person) {
    this.browser = browser;
    this.person = person;
  }

  static async signIn(origin: string, person: Person): Promise<Visitor> {
    const visitor = new Visitor(await signIn(origin, person.email), person);
    await visitor.browser.open("/dashboard");
    return visitor;
  }

  /** Until it is stopped, or the machine no longer responds. */
  async saveAllTheTime(): Promise<void> {
    this.isStopped = false;
    while (!this.isStopped) {
      if (!(await this.save())) return;
      await pause(EVERY_MS);
    }
  }

  stop(): void {
    this.isStopped = true;
  }

  /** Tries at another address, still signed in, until words are saved there. */
  async moveTo(origin: string, longestMs: number): Promise<void> {
    const cookies = this.browser.cookieLine().split("; ");
    const end = Date.now() + longestMs;
    this.left.push(this.browser);
    while (Date.now() < end) {
      this.browser = new Browser(origin);
      for (const cookie of cookies) this.browser.plant(cookie);
      const page = await this.browser.open("/dashboard").catch(nullWithoutResponse);
      // A machine that only reads has pages without a writer too.
      const canSave = page?.status === 200 && !page.body.includes("Saving is paused");
      if (canSave && (await this.save())) return;
      await pause(AGAIN_MS);
    }
    throw new Error("Nothing could be saved again.");
  }

  /** Waits no longer for the machines that it left: one that lost its power says nothing. */
  giveUp(): void {
    for (const browser of this.left) browser.close();
  }

  /** Each time another week. */
  private async save(): Promise<boolean> {
    const { loopIds, email } = this.person;
    const [loopId, week] = [loopIds[Math.floor(this.turn / WEEKS)], (this.turn % WEEKS) + 1];
    if (!loopId) throw new Error("Every week was written.");
    const words = `words-${email.replace(/\W/g, "-")}-${this.turn}`;
    this.turn += 1;
    const fields = { loop: loopId, week: String(week), revision: "0.0", intent: "draft", content: words };
    const answer = await this.browser.post(`/dashboard?loop=${loopId}&week=${week}`, fields).catch(nullWithoutResponse);
    if (answer?.status !== 303) return false;
    this.saved.set(words, Date.now());
    return true;
  }
}

/** Nobody listens there, or the connection broke off. */
function nullWithoutResponse(error: NodeJS.ErrnoException): null {
  if (["ECONNREFUSED", "ECONNRESET", "EHOSTUNREACH", "EPIPE", "ETIMEDOUT"].includes(error.code ?? "")) return null;
  throw error;
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
