import { setTimeout as wait } from "node:timers/promises";
import SqliteFile from "better-sqlite3";
import { findBrokenInvariants } from "../../../db/invariants.server";
import type { ScriptedRelay } from "../../../tests/support/scripted-relay";
import type { Visitor } from "../../../tests/support/visitor";
import { inLanes, type Journeys } from "./christmas-journeys";
import { codeOf } from "./filled-shop";
import { newcomer, visitorOf } from "./visitor-acts";
import type { WholeShop } from "./whole-shop";

/**
 * The vouchers of the 25th: each is redeemed by somebody new, by the forms of the shop. Every tenth presses the last
 * button twice at once, and has somebody else type the same code afterwards.
 */

export interface Redemptions extends Journeys {
  /** How many answers had a status of the server's failures. */
  failures: number;
  /** What people were told in place of the next page, each with how often; they tried again. */
  told: Readonly<Record<string, number>>;
  /** What is not as it must be of the vouchers, years and money; empty where all is. */
  wrong: string[];
}

interface Asked {
  count: number;
  /** How many people are at it at once. */
  atOnce: number;
  /** Nobody begins after so many minutes. */
  minutes: number;
}

/** Every so many do it twice. */
const TWICE_EVERY = 10;
const MOST_TRIES = 5;
const CODE_WAIT_MS = 60_000;

export async function redeem(shop: WholeShop, years: number, { count, atOnce, minutes }: Asked): Promise<Redemptions> {
  const steps: Record<string, number[]> = {
    "the code typed": [],
    "the account made": [],
    "its code there": [],
    "the address proven": [],
    "the year begun": [],
  };
  const told: Record<string, number> = {};
  const wrong: string[] = [];
  let failures = 0;
  const hear = (status: number) => {
    if (status >= 500) failures += 1;
  };
  const first = lastRedeemer(shop) + 1;
  const most = Math.min(count, giftsOf(shop) - years - first);
  const ledger = ledgerOf(shop);
  const mailbox = openMailbox(shop.relay);
  const until = performance.now() + minutes * 60_000;
  const walked = await inLanes(
    { lanes: atOnce, name: "vouchers redeemed" },
    (turn) => turn < most && performance.now() < until,
    async (turn) => {
      const place = first + turn;
      const visitor = visitorOf(shop.origin, 10_000 + place, hear);
      const email = `${emailStart(place)}${Date.now()}@example.org`;
      const code = codeOf(years + 1 + place);
      const timed = async (step: string, run: () => Promise<unknown>) => {
        const began = performance.now();
        await run();
        steps[step]?.push(performance.now() - began);
      };
      const reach = (path: string, press: () => Promise<unknown>) => reachPage({ visitor, path, press, told });
      await visitor.visit("/redeem");
      await timed("the code typed", () =>
        reach("/register", () => visitor.submit("Redeem voucher", { "Voucher code": code, acceptedTerms: true })),
      );
      await timed("the account made", () =>
        reach("/verify-email", () => visitor.submit("Create account", newcomer(email))),
      );
      let digits = "";
      await timed("its code there", async () => {
        digits = await mailbox.codeFor(email);
      });
      await timed("the address proven", () =>
        reach("/voucher-info", () => visitor.submit("Confirm my email", { "Your 6-digit code": digits })),
      );
      await reach("/loop-end-date", () => visitor.submit("Start my year"));
      const isTwice = turn % TWICE_EVERY === 0;
      await timed("the year begun", () =>
        reach("/dashboard", async () => {
          const other = isTwice ? visitor.submit("Confirm") : null;
          await visitor.submit("Confirm");
          const second = await other;
          if (second && second.status !== 200)
            wrong.push(`The second press of ${email} was answered ${second.status}.`);
        }),
      );
      if (isTwice) await typeAgain(visitorOf(shop.origin, 500_000 + place, hear), code, wrong);
    },
  );
  wrong.push(...findWrong(shop, { years, first, done: walked.done, ledger }));
  return { ...walked, steps, failures, told, wrong };
}

const emailStart = (place: number) => `christmas${place}.`;

/** Of a database that was kept, those that an earlier run gave to somebody are used. */
function lastRedeemer(shop: WholeShop): number {
  const [row] = shop.read<{ last: number | null }>(
    "SELECT max(CAST(substr(email, 10) AS INTEGER)) AS last FROM accounts WHERE email LIKE 'christmas%'",
  );
  return row?.last ?? -1;
}

/** The place of the last gift that `filled-shop.ts` has made, after the years' own orders. */
function giftsOf(shop: WholeShop): number {
  const [row] = shop.read<{ last: number }>("SELECT max(CAST(substr(id, 10) AS INTEGER)) AS last FROM vouchers");
  return row?.last ?? 0;
}

interface Reaching {
  visitor: Visitor;
  path: string;
  press: () => Promise<unknown>;
  told: Record<string, number>;
}

/** Presses until the page is there; what is said in its place is counted, and a person tries again after it. */
async function reachPage({ visitor, path, press, told }: Reaching): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    await press();
    const { page } = visitor;
    if (page.status === 200 && page.path.startsWith(path)) return;
    const sentence = `${page.status} ${page.errorSummary().join(" ") || page.heading}`;
    told[sentence] = (told[sentence] ?? 0) + 1;
    if (tries === MOST_TRIES) throw new Error(`Not ${path}, but ${page.path}: ${page.text().slice(0, 400)}`);
    await wait(1_000 * Number(page.headers.get("retry-after") ?? 1));
  }
}

/** Somebody else who has the code of a voucher that was used. */
async function typeAgain(stranger: Visitor, code: string, wrong: string[]): Promise<void> {
  await stranger.visit("/redeem");
  await stranger.submit("Redeem voucher", { "Voucher code": code, acceptedTerms: true });
  if (stranger.page.path.startsWith("/register")) wrong.push("A used code was taken again.");
}

/** Keeps of the emails that come the codes alone. */
function openMailbox(relay: ScriptedRelay) {
  const codes = new Map<string, string>();
  const sort = () => {
    for (const raw of relay.received.splice(0)) {
      const to = /christmas[\d.]+@example\.org/.exec(raw)?.[0];
      const digits = /\b\d{6}\b/.exec(plain(raw))?.[0];
      if (to && digits) codes.set(to, digits);
    }
  };
  return {
    async codeFor(email: string): Promise<string> {
      const until = performance.now() + CODE_WAIT_MS;
      while (performance.now() < until) {
        sort();
        const digits = codes.get(email);
        if (digits && codes.delete(email)) return digits;
        await wait(20);
      }
      throw new Error(`No code came for ${email}.`);
    },
  };
}

/** The text of an email without its headers, in which numbers are too. */
const plain = (raw: string) => raw.slice(raw.indexOf("\r\n\r\n")).replaceAll(/=\r\n/g, "");

const ledgerOf = (shop: WholeShop) =>
  shop.read<{ rows: number; pence: number }>("SELECT count(*) AS rows, sum(amount_pence) AS pence FROM ledger")[0];

interface Walked {
  years: number;
  first: number;
  done: number;
  ledger: { rows: number; pence: number } | undefined;
}

/** Whether each voucher was redeemed once, by the person it was given to, began one year, and moved no money. */
function findWrong(shop: WholeShop, { years, first, done, ledger }: Walked): string[] {
  const wrong: string[] = [];
  const [found] = shop.read<Record<string, number>>(
    `WITH theirs AS (SELECT id, CAST(substr(email, 10) AS INTEGER) AS place FROM accounts
       WHERE email LIKE 'christmas%' AND CAST(substr(email, 10) AS INTEGER) >= @first)
     SELECT count(*) AS accounts,
       (SELECT count(*) FROM vouchers v JOIN theirs t ON t.id = v.redeemed_by_account_id WHERE v.status = 'REDEEMED') AS vouchers,
       (SELECT count(*) FROM vouchers v JOIN theirs t ON t.id = v.redeemed_by_account_id
         WHERE CAST(substr(v.id, 10) AS INTEGER) = @years + 1 + t.place) AS own,
       (SELECT count(*) FROM loops l JOIN theirs t ON t.id = l.account_id) AS years,
       (SELECT count(DISTINCT v.loop_id) FROM vouchers v JOIN theirs t ON t.id = v.redeemed_by_account_id
         JOIN loops l ON l.id = v.loop_id AND l.account_id = t.id) AS opened,
       (SELECT count(*) FROM loop_credits c JOIN theirs t ON t.id = c.account_id WHERE c.spent_at IS NOT NULL) AS credits
     FROM theirs`,
    { first, years },
  );
  for (const [name, number] of Object.entries(found ?? {}))
    if (number !== done) wrong.push(`${number} ${name} for ${done} redemptions.`);
  const now = ledgerOf(shop);
  if (now?.rows !== ledger?.rows || now?.pence !== ledger?.pence) wrong.push("The ledger has changed.");
  const connection = new SqliteFile(`${shop.dataFolder}/loop.db`, { readonly: true });
  for (const { invariant, says } of findBrokenInvariants(connection, new Date())) wrong.push(`${invariant}: ${says}.`);
  connection.close();
  return wrong;
}
