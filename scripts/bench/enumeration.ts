import { beginAccess } from "../../app/domain/people/accounts/access-tokens.server";
import { issueVoucher } from "../../app/domain/shop/vouchers/vouchers.server";
import { newJourney } from "../../app/web/journey";
import { storeJourney } from "../../app/web/journey.server";
import { db, write } from "../../db/client.server";
import { vouchers } from "../../db/schema";
import { addressOf, Browser, type Timed } from "./harness/browser";
import { atMost, type Figure, holds, ms, quantile, rankAuc } from "./harness/figures";
import { makePeople, PASSWORD, sendCodesTo } from "./harness/people";
import type { ServedApp } from "./harness/served-app";

/**
 * The response time must not reveal whether an email address has an account, or a voucher code ever existed: known and
 * unknown ones in turn, each used once and from its own network address, so that no rate limit applies.
 */

const SAMPLES = 200;
const WARM_UP = 20;
/** A busy machine gets more samples, never a wider limit. */
const MOST_ROUNDS = 3;
const MOST_DIFFERENCE_MS = 5;
const AUC = [0.45, 0.55] as const;

type Kind = "known" | "unknown";

interface EntryPoint {
  name: string;
  /** The expected response. */
  expects: { status: number; location: string | null };
  prepare(emails: Record<Kind, string[]>): Promise<(kind: Kind, place: number, from: string) => Promise<Timed>>;
}

export async function measure({ origin }: ServedApp): Promise<Figure[]> {
  const browser = new Browser(origin);
  await browser.open("/auth");
  const figures: Figure[] = [];
  for (const entryPoint of entryPoints(browser)) figures.push(...(await measureEntryPoint(entryPoint)));
  return figures;
}

let visitors = 0;

async function measureEntryPoint({ name, expects, prepare }: EntryPoint): Promise<Figure[]> {
  const most = WARM_UP + MOST_ROUNDS * SAMPLES;
  const emailsOf = (kind: Kind) =>
    Array.from({ length: most }, (_, place) => `${name.replace(" ", "-")}-${place}@${kind}.example`);
  const emails = { known: emailsOf("known"), unknown: emailsOf("unknown") };
  await makePeople(emails.known, { isProven: true });
  const knock = await prepare(emails);
  const times: Times = { known: [], unknown: [] };
  let figures: Figure[] = [];
  for (let place = 0; place < most; place += 1) {
    // A random order, so that neither kind always pays for the other.
    const kinds: Kind[] = Math.random() < 0.5 ? ["known", "unknown"] : ["unknown", "known"];
    for (const kind of kinds) {
      visitors += 1;
      const { status, location, milliseconds } = await knock(kind, place, addressOf(visitors));
      if (status !== expects.status || location !== expects.location) {
        throw new Error(`${name}, ${kind}: answered ${status} ${location}.`);
      }
      if (place >= WARM_UP) times[kind].push(milliseconds);
    }
    if (times.known.length === 0 || times.known.length % SAMPLES !== 0) continue;
    figures = compare(name, times);
    if (figures.every(({ isMet }) => isMet)) break;
  }
  return figures;
}

type Times = Record<Kind, number[]>;

function compare(name: string, times: Times): Figure[] {
  const [known, unknown] = [quantile(times.known, 0.5), quantile(times.unknown, 0.5)];
  const auc = rankAuc(times.known, times.unknown);
  return [
    atMost(
      `${name}, ${times.known.length} each: known ${ms(known)}, unknown ${ms(unknown)}, apart`,
      Math.abs(known - unknown),
      MOST_DIFFERENCE_MS,
    ),
    holds(
      `${name}, told apart by one sample (rank AUC)`,
      auc.toFixed(3),
      AUC.join("–"),
      auc >= AUC[0] && auc <= AUC[1],
    ),
  ];
}

/** A form that is sent with an email address. */
function formOf(
  browser: Browser,
  name: string,
  path: string,
  expects: EntryPoint["expects"],
  fields: Record<string, string> = {},
): EntryPoint {
  return {
    name,
    expects,
    prepare: async (emails) => (kind, place, from) =>
      browser.post(path, { email: emails[kind][place] ?? "", ...fields }, from),
  };
}

const REGISTRATION = {
  ...{ firstName: "Margaret", lastName: "Okafor", password: PASSWORD, confirmPassword: PASSWORD },
  ...{ acceptedTerms: "on", acceptedPrivacy: "on" },
};

function entryPoints(browser: Browser): EntryPoint[] {
  const [sentOn, refused] = [(location: string) => ({ status: 303, location }), { status: 422, location: null }];
  return [
    formOf(browser, "register", "/register", sentOn("/verify-email"), REGISTRATION),
    formOf(browser, "sign in", "/auth", refused, { password: "Not-hers-99" }),
    formOf(browser, "forgot", "/forgot-password", sentOn("/forgot-password")),
    {
      name: "resend",
      expects: sentOn("/verify-email"),
      prepare: async (emails) => {
        const waiting = { known: await waitingAt(emails.known), unknown: await waitingAt(emails.unknown) };
        return async (kind, place, from) => {
          browser.plant(waiting[kind][place] ?? "");
          // The page of the code has a token; the pages that are the same for everybody have none.
          await browser.open("/verify-email");
          return await browser.post("/verify-email", { intent: "resend" }, from);
        };
      },
    },
    {
      name: "voucher code",
      expects: refused,
      async prepare(emails) {
        // Signed in, because all strangers together are slowed down after a number of guesses.
        const tokens = {
          known: await tokensOf(emails.known, "known"),
          unknown: await tokensOf(emails.unknown, "never"),
        };
        const codes = write((tx) => emails.known.map(() => issueVoucher(tx, CANCELLED_SOON, new Date())));
        db.update(vouchers).set({ status: "CANCELLED" }).run();
        return async (kind, place, from) => {
          const code = codes[place]?.code ?? "";
          const asked = kind === "known" ? code : [...code].reverse().join("");
          return await browser.call(
            "/api/vouchers/validate",
            { code: asked },
            { token: tokens[kind][place] ?? "", from },
          );
        };
      },
    },
  ];
}

const CANCELLED_SOON = {
  valuePence: 6999,
  choice: null,
  purchasedByAccountId: null,
  orderId: null,
  recipient: { name: null, email: null, message: null, sendOnDay: null },
};

/** An account for each of these addresses, made different by a word, and its key for calls. */
async function tokensOf(emails: readonly string[], word: string): Promise<string[]> {
  const accountIds = await makePeople(
    emails.map((email) => `${word}-caller-${email}`),
    { isProven: true },
  );
  return write((tx) => accountIds.map((id) => beginAccess(tx, id, new Date())));
}

/** Registrations that wait for a code at these addresses, as their browsers' cookies. */
async function waitingAt(emails: readonly string[]): Promise<string[]> {
  const accountIds = await makePeople(emails, { isProven: false });
  sendCodesTo(accountIds, emails);
  return await Promise.all(accountIds.map((verifying) => storeJourney({ ...newJourney(new Date()), verifying })));
}
