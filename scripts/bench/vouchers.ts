import { spawn } from "node:child_process";
import { once } from "node:events";
import { Agent, request as ask } from "node:http";
import { sql } from "drizzle-orm";
import { beginAccess } from "../../app/domain/people/accounts/access-tokens.server";
import { formatVoucherCode, VOUCHER_ALPHABET, VOUCHER_CODE_LENGTH } from "../../app/domain/shop/vouchers/code";
import { issueVoucher, newVoucherCode } from "../../app/domain/shop/vouchers/vouchers.server";
import { db, rawConnection, write } from "../../db/client.server";
import { findBrokenInvariants } from "../../db/invariants.server";
import { loops, vouchers } from "../../db/schema";
import { addressOf } from "./harness/browser";
import { type Figure, ms, quantile, rankAuc } from "./harness/figures";
import { makePeople } from "./harness/people";
import type { ServedApp } from "./harness/served-app";

/**
 * One voucher becomes one loop, however many requests arrive at once, at whichever server, and whichever process is
 * killed in between. And the response time does not reveal whether a code ever existed.
 */

const PEOPLE = 1000;
const CODES = 1_000_000;
const KILLS = 100;
const SAMPLES = 200;
const MOST_ROUNDS = 3;
const AUC = [0.45, 0.55] as const;
/** Fewer than the 511 pending connections that Node's server accepts. */
const MOST_SOCKETS = 400;
const LOOP = { theme: "pet", type: "my-cat-and-me" };

export async function measure(app: ServedApp): Promise<Figure[]> {
  return [
    makeCodes(),
    ...(await redeemTogether(app)),
    ...(await killInTheMiddle()),
    ...(await connect((agent) => guessAtCodes(app, agent))),
  ];
}

/** 60 random bits each: for a million codes, the chance of one collision is one in two million. */
function makeCodes(): Figure {
  const seen = new Set<string>();
  const counts = new Map<string, number>();
  for (let made = 0; made < CODES; made += 1) {
    const code = newVoucherCode();
    seen.add(code);
    for (const [place, sign] of [...code].entries()) {
      counts.set(`${place}${sign}`, (counts.get(`${place}${sign}`) ?? 0) + 1);
    }
  }
  const expected = CODES / VOUCHER_ALPHABET.length;
  const worst = Math.max(
    ...Array.from({ length: VOUCHER_CODE_LENGTH }, (_, place) =>
      [...VOUCHER_ALPHABET].reduce(
        (sum, sign) => sum + ((counts.get(`${place}${sign}`) ?? 0) - expected) ** 2 / expected,
        0,
      ),
    ),
  );
  return {
    what: `${CODES} codes, of which alike, and chi² of the worst of 12 places (31 degrees of freedom)`,
    value: `${CODES - seen.size}, ${worst.toFixed(1)}`,
    // Exceeds 93 by chance once in ten million runs.
    limit: "0, < 93",
    isMet: seen.size === CODES && worst < 93,
  };
}

function makeVoucher() {
  const recipient = { name: null, email: null, message: null, sendOnDay: null };
  const wanted = { valuePence: 6999, choice: null, purchasedByAccountId: null, orderId: null, recipient };
  return write((tx) => issueVoucher(tx, wanted, new Date(Date.now() - 60_000)));
}

function giveAccess(accountIds: readonly string[]): string[] {
  return write((tx) => accountIds.map((id) => beginAccess(tx, id, new Date())));
}

interface Called {
  status: number;
  milliseconds: number;
}

/**
 * Gives one part of the measurement its own connections. The server closes idle ones after five seconds, which a busy
 * client notices too late.
 */
async function connect<Found>(measured: (agent: Agent) => Promise<Found>): Promise<Found> {
  const agent = new Agent({ keepAlive: true, maxSockets: MOST_SOCKETS });
  try {
    return await measured(agent);
  } finally {
    agent.destroy();
  }
}

interface Input {
  agent: Agent;
  /** The origin of one of our servers. */
  at: string;
  path: string;
  body: object;
  /** Selects the client's network address. */
  from: number;
  token?: string | undefined;
}

/** Calls one of our servers as an API client does. */
function call(app: ServedApp, { agent, at, path, body, from, token }: Input) {
  return new Promise<Called>((resolve, reject) => {
    const text = JSON.stringify(body);
    const headers = {
      Host: new URL(app.origin).host,
      Accept: "application/json",
      "Content-Type": "application/json",
      "Content-Length": String(Buffer.byteLength(text)),
      "X-Forwarded-For": addressOf(from),
      ...(token ? { Authorization: `Bearer ${token}` } : {}),
    };
    const began = performance.now();
    const input = ask(new URL(path, at), { method: "POST", headers, agent }, (response) => {
      response.resume();
      response.once("end", () =>
        resolve({ status: response.statusCode ?? 0, milliseconds: performance.now() - began }),
      );
    });
    input.once("error", reject);
    input.end(text);
  });
}

async function redeemTogether(app: ServedApp): Promise<Figure[]> {
  const emails = Array.from({ length: PEOPLE }, (_, place) => `redeemer-${place}@known.example`);
  const ids = await makePeople(emails, { isProven: true });
  const tokens = giveAccess(ids);
  const twin = await app.openTwin();
  try {
    const figures: Figure[] = [];
    for (const servers of [[app.origin], [app.origin, twin.origin]]) {
      const voucherCode = formatVoucherCode(makeVoucher().code);
      const before = countLoops();
      const body = { voucherCode, ...LOOP };
      const answers = await connect((agent) =>
        Promise.all(
          tokens.map((token, place) => {
            const at = servers[place % servers.length] ?? app.origin;
            return call(app, { agent, at, path: "/voucher/redeem", body, from: place + 1, token });
          }),
        ),
      );
      const counted = (fits: (status: number) => boolean) => answers.filter(({ status }) => fits(status)).length;
      const [won, refused] = [counted((status) => status === 201), counted((status) => status === 422)];
      const [broken, begun] = [counted((status) => status >= 500), countLoops() - before];
      figures.push({
        what: `one voucher, ${PEOPLE} people at once, ${servers.length} server(s)`,
        value: `${begun} loop, ${won} × 201, ${refused} × 422, ${broken} × 5xx`,
        limit: `1 loop, 1, ${PEOPLE - 1}, 0`,
        isMet: begun === 1 && won === 1 && refused === PEOPLE - 1 && broken === 0,
      });
    }
    return figures;
  } finally {
    await twin.close();
  }
}

const countLoops = () => db.select({ found: sql<number>`count(*)` }).from(loops).get()?.found ?? 0;

/** Redeems vouchers in a process that is killed at random: each voucher completely, or not at all. */
const REDEEMER = `
  const { redeemVoucher } = await import("./app/domain/shop/vouchers/redemption.server.ts");
  const { accountId, voucherIds, deliveryDay } = JSON.parse(process.argv[1]);
  process.stdout.write("go");
  for (const voucherId of voucherIds) redeemVoucher({ accountId, voucherId, theme: "pet", type: "my-cat-and-me", deliveryDay }, new Date());
  await new Promise((stay) => setTimeout(stay, 60_000));
`;

async function killInTheMiddle(): Promise<Figure[]> {
  const [accountId = ""] = await makePeople(["killed@known.example"], { isProven: true });
  const deliveryDay = new Date(Date.now() + 400 * 86_400_000).toISOString().slice(0, 10);
  let left = 0;
  const redeemedBefore = countRedeemed();
  const loopsBefore = countLoops();
  const round = async () => {
    const voucherIds = Array.from({ length: 60 }, () => makeVoucher().voucherId);
    const words = JSON.stringify({ accountId, voucherIds, deliveryDay });
    const flags = ["--import", "tsx", "--input-type=module", "--eval", REDEEMER, words];
    const child = spawn(process.execPath, flags, { stdio: ["ignore", "pipe", "inherit"] });
    await once(child.stdout, "data");
    await new Promise((later) => setTimeout(later, Math.random() * 60));
    const gone = once(child, "exit");
    child.kill("SIGKILL");
    await gone;
    const done = voucherIds.filter((id) => statusOf(id) === "REDEEMED").length;
    if (done < voucherIds.length) left += 1;
  };
  for (let killed = 0; killed < KILLS; killed += 2) await Promise.all([round(), round()]);
  const [redeemed, begun] = [countRedeemed() - redeemedBefore, countLoops() - loopsBefore];
  const invariants = findBrokenInvariants(rawConnection(), new Date()).filter(({ invariant }) =>
    /^M[457]/.test(invariant),
  );
  return [
    {
      what: `killed ${KILLS} times while redeeming, ${left} of them with vouchers left`,
      value: `${redeemed} redeemed, ${begun} loops, ${invariants.length} invariants broken`,
      limit: "as many loops as redeemed, 0",
      isMet: redeemed === begun && invariants.length === 0 && left > 0,
    },
  ];
}

const statusOf = (id: string) =>
  db.select({ status: vouchers.status }).from(vouchers).where(sql`${vouchers.id} = ${id}`).get()?.status;
const countRedeemed = () =>
  db.select({ found: sql<number>`count(*)` }).from(vouchers).where(sql`${vouchers.status} = 'REDEEMED'`).get()?.found ??
  0;

/** Cancelled codes against codes that never existed, each asked once from its own address. */
async function guessAtCodes(app: ServedApp, agent: Agent): Promise<Figure[]> {
  // Signed-in accounts only, because all anonymous clients together are slowed down after a number of guesses.
  const emails = Array.from({ length: 2 * MOST_ROUNDS * SAMPLES + 40 }, (_, at) => `guess-${at}@known.example`);
  const ids = await makePeople(emails, { isProven: true });
  const tokens = giveAccess(ids);
  const cancelled = Array.from({ length: MOST_ROUNDS * SAMPLES + 20 }, () => makeVoucher());
  for (const { voucherId } of cancelled) {
    db.update(vouchers).set({ status: "CANCELLED" }).where(sql`${vouchers.id} = ${voucherId}`).run();
  }
  const times = { cancelled: [] as number[], unknown: [] as number[] };
  let input = 0;
  const guess = async (kind: keyof typeof times, code: string, isWarm: boolean) => {
    const token = tokens[input];
    input += 1;
    const path = "/api/vouchers/validate";
    const from = 5000 + input;
    const { status, milliseconds } = await call(app, {
      agent,
      at: app.origin,
      path,
      body: { code },
      from,
      token,
    });
    if (status !== 422) throw new Error(`A ${kind} code was answered with ${status}.`);
    if (isWarm) times[kind].push(milliseconds);
  };
  let auc = 0;
  for (const [place, { code }] of cancelled.entries()) {
    const never = [...code].reverse().join("");
    const isWarm = place >= 20;
    if (Math.random() < 0.5) {
      await guess("cancelled", code, isWarm);
      await guess("unknown", never, isWarm);
    } else {
      await guess("unknown", never, isWarm);
      await guess("cancelled", code, isWarm);
    }
    auc = rankAuc(times.cancelled, times.unknown);
    const isRoundOver = times.unknown.length > 0 && times.unknown.length % SAMPLES === 0;
    if (isRoundOver && auc >= AUC[0] && auc <= AUC[1]) break;
  }
  const medians = [quantile(times.cancelled, 0.5), quantile(times.unknown, 0.5)] as const;
  return [
    {
      what: `a cancelled code ${ms(medians[0])}, one that never was ${ms(medians[1])}, told apart`,
      value: auc.toFixed(3),
      limit: `${AUC[0]} to ${AUC[1]}`,
      isMet: auc >= AUC[0] && auc <= AUC[1],
    },
  ];
}
