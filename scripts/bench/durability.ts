import { rawConnection } from "../../db/client.server";
import { findBrokenInvariants } from "../../db/invariants.server";
import type { Writer } from "./harness/acknowledged";
import type { Figure } from "./harness/figures";
import { journalWriter } from "./harness/journal-writer";
import { type Buyer, orderBuyer } from "./harness/order-buyer";
import { makePeople } from "./harness/people";
import { withProvider } from "./harness/provider";
import type { ServedApp } from "./harness/served-app";
import { voucherRedeemer } from "./harness/voucher-redeemer";

/**
 * People write, buy and redeem while the web process is killed repeatedly at random moments. Everything acknowledged
 * must exist afterwards: the newest draft of each week, every text that became an entry, every order, payment and
 * redemption. What the provider was paid for is given, at the latest when the buyer comes back. KILLS=5 makes a short
 * run, which proves less.
 */

const KILLS = Number(process.env.KILLS ?? 100);
const WRITERS = 3;
const BUYERS = 2;
/** The first purchase of a process that has just started takes a second or so. */
const LONGEST_LIFE_MS = 2_500;

interface Kind {
  what: string;
  writers: Writer[];
  brokenOff: number;
  missing: Set<string>;
}

export async function measure(app: ServedApp): Promise<Figure[]> {
  return await withProvider(app, () => measureWith(app));
}

async function measureWith(app: ServedApp): Promise<Figure[]> {
  const emails = Array.from({ length: WRITERS + BUYERS + 1 }, (_, place) => `one-${place}@known.example`);
  const people = (await makePeople(emails, { isProven: true })).map((id, place) => [id, emails[place] ?? ""] as const);
  const writers: Writer[] = [];
  for (const [id, email] of people.slice(0, WRITERS)) writers.push(await journalWriter(app.origin, id, email));
  const buyers: Buyer[] = [];
  for (const [id, email] of people.slice(WRITERS, WRITERS + BUYERS))
    buyers.push(await orderBuyer(app.origin, id, email));
  const redeemers = people.slice(WRITERS + BUYERS).map(([id]) => voucherRedeemer(app.origin, id));
  const kinds: Kind[] = [
    { what: "drafts and entries", writers },
    { what: "orders placed and paid", writers: buyers },
    { what: "vouchers redeemed", writers: redeemers },
  ].map((kind) => ({ ...kind, brokenOff: 0, missing: new Set<string>() }));
  for (let kill = 0; kill < KILLS; kill += 1) {
    const life = { isOver: false };
    const working = kinds.flatMap((kind) => kind.writers.map((writer) => workOn(kind, writer, life)));
    await Promise.all([...working, killIn(20 + Math.random() * LONGEST_LIFE_MS, app, life)]);
    await app.serveAgain();
    for (const { writers: some, missing } of kinds)
      for (const writer of some) for (const one of writer.missing()) missing.add(one);
  }
  const back = await Promise.all(buyers.map((buyer) => buyer.comeBack()));
  const refused = back.flatMap((one) => one.refused);
  const paid = back.reduce((sum, one) => sum + one.paid, 0);
  const broken = findBrokenInvariants(rawConnection(), new Date()).map(
    ({ invariant, says }) => `${invariant}: ${says}`,
  );
  return [
    ...kinds.map(({ what, writers: some, brokenOff, missing }) => {
      const acknowledged = some.reduce((sum, writer) => sum + writer.acknowledged(), 0);
      return {
        what: `${KILLS} kills, ${acknowledged} ${what} acknowledged, ${brokenOff} broken off: missing`,
        value: listed([...missing]),
        limit: "0",
        isMet: missing.size === 0 && acknowledged > KILLS && brokenOff > 0,
      };
    }),
    {
      what: `${paid} payments whose buyer a kill cut off, given for when the buyer came back: not`,
      value: listed(refused),
      limit: "0",
      isMet: refused.length === 0,
    },
    { what: "broken invariants", value: listed(broken), limit: "0", isMet: broken.length === 0 },
  ];
}

async function killIn(milliseconds: number, app: ServedApp, life: { isOver: boolean }): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
  await app.kill();
  life.isOver = true;
}

async function workOn(kind: Kind, writer: Writer, life: { isOver: boolean }): Promise<void> {
  while (!life.isOver) {
    if ((await writer.write()) === null) kind.brokenOff += 1;
  }
}

function listed(found: readonly string[]): string {
  return `${found.length}${found.length > 0 ? ` (${found.slice(0, 5).join("; ")})` : ""}`;
}
