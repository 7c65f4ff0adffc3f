import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { newJourney } from "../../app/web/journey";
import { storeJourney } from "../../app/web/journey.server";
import { startPaymentSandbox } from "../payment-sandbox/sandbox";
import { addressOf, Browser } from "./harness/browser";
import type { Figure } from "./harness/figures";
import { ADDRESS, CHOICE } from "./harness/purchase";
import type { ServedApp } from "./harness/served-app";

/**
 * Card testing: a thousand payments begun by a script, each from a new browser at one network address, then by one
 * browser from many addresses. Only as many as the limits allow may reach the provider.
 */

const TRIES = 1000;
const AT_ONCE = 20;
/** Payments begun from one address in an hour, and by one buyer in ten minutes. */
const MOST_BY_ADDRESS = 10;
const MOST_BY_BUYER = 5;
const FORM = "/payment?step=delivery";

export async function measure({ origin, paymentPort }: ServedApp): Promise<Figure[]> {
  const dataFolder = mkdtempSync(join(tmpdir(), "loop-bench-provider-"));
  const provider = await startPaymentSandbox({ port: paymentPort, dataFolder });
  try {
    const strangers = await tryMany(async (one) => ({
      browser: await guest(origin),
      email: `card-${one}@tries.example`,
      from: "203.0.113.77",
    }));
    const own = await guest(origin);
    // The first attempt creates a guest; from then on the cookie identifies the browser.
    await own.enter(FORM, { intent: "pay", email: "one@tries.example", ...ADDRESS });
    const oneBuyer = await tryMany(async (one) => ({
      browser: own,
      email: "one@tries.example",
      from: addressOf(one),
    }));
    return [
      figure("tries from one address", MOST_BY_ADDRESS, strangers),
      figure("more tries of one buyer from a thousand addresses", MOST_BY_BUYER - 1, oneBuyer),
    ];
  } finally {
    await provider.close();
    rmSync(dataFolder, { recursive: true, force: true });
  }
}

function figure(what: string, most: number, statuses: readonly number[]): Figure {
  const many = (wanted: (status: number) => boolean) => statuses.filter(wanted).length;
  const [led, refused] = [many((status) => status === 303), many((status) => status === 429)];
  return {
    what: `${TRIES} ${what}: led to the card, refused`,
    value: `${led}, ${refused}`,
    limit: `1 to ${most}, all others`,
    isMet: led >= 1 && led <= most && led + refused === statuses.length,
  };
}

/** A visitor without an account who has chosen a loop and is at the payment form. */
async function guest(origin: string): Promise<Browser> {
  const browser = new Browser(origin);
  browser.plant(await storeJourney({ ...newJourney(new Date()), ...CHOICE }));
  await browser.open(FORM);
  return browser;
}

async function tryMany(
  who: (one: number) => Promise<{ browser: Browser; email: string; from: string }>,
): Promise<number[]> {
  const statuses: number[] = [];
  for (let first = 0; first < TRIES; first += AT_ONCE) {
    const tries = Array.from({ length: AT_ONCE }, async (_, place) => {
      const { browser, email, from } = await who(first + place);
      const fields = { intent: "pay", email, ...ADDRESS };
      return (await browser.post(FORM, fields, from)).status;
    });
    statuses.push(...(await Promise.all(tries)));
  }
  return statuses;
}
