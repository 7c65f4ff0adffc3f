import "../../support/payment-sandbox";
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { beforeAll, expect, it } from "vitest";
import { registerAccount, verifyEmail } from "~/domain/people/accounts/accounts.server";
import { codeIn } from "../../domain/people/accounts/mailbox";
import { colleague } from "../../domain/people/staff/colleagues";
import { code } from "../../support/discount-codes";
import { clock } from "../../support/payment-sandbox";
import { registrationOf } from "../../support/people";
import { cases, rounds } from "../../support/rounds";
import { lastRows, rowsNaming } from "../../support/row-hashes";
import { brokenInvariants } from "../../support/shop";
import { ACT_NAMES, anyAct, doAct, letDaysPass } from "./acts";

/**
 * A year of two people who do anything in any order, with staff and the worker. After each act the invariants of money
 * hold, and what one of them did has changed no row of the other's.
 */

beforeAll(() => {
  code("THRICE", { value: 20, maxUses: 3 });
});

/** Everybody has begun a year, so that there is something to act on. */
const BEGINNING = [{ act: "buy", isGift: false, hasCode: false, isPaid: true }, { act: "begin" }] as const;

let registered = 0;

async function register(): Promise<{ id: string; email: string }> {
  registered += 1;
  const email = `person-${registered}@people.example`;
  const { accountId } = await registerAccount(registrationOf(email), clock.now);
  const proven = verifyEmail({ accountId, code: codeIn(email), userAgent: null }, clock.now);
  if (!proven.ok) throw new Error("The code was not right.");
  return { id: accountId, email };
}

/** `size`: as long as they may be, where fast-check would try a dozen acts at most. */
const anyTimeline = fc.array(fc.record({ who: fc.constantFrom(0, 1), what: anyAct }), {
  ...{ minLength: 1, maxLength: 60, size: "max" },
});

it("whatever two people do in a year, the invariants hold after each act and neither changes a row of the other", async () => {
  const began = clock.now;
  const done = new Set<string>();
  await fc.assert(
    fc.asyncProperty(anyTimeline, async (timeline) => {
      clock.now = began;
      const since = lastRows();
      const people = [await register(), await register()];
      const staffId = (await colleague("super_admin")).id;
      for (const { id } of people) for (const act of BEGINNING) await doAct(id, act, staffId);
      const rowsOf = (who: number) => {
        const { id = "", email = "" } = people[who] ?? {};
        return rowsNaming([id, email], since);
      };
      for (const { who, what } of timeline) {
        if (what.act === "days") await letDaysPass(what.days);
        else {
          const other = rowsOf(1 - who);
          const own = done.has(what.act) ? null : rowsOf(who);
          await doAct(people[who]?.id ?? "", what, staffId);
          expect(rowsOf(1 - who)).toEqual(other);
          if (own && !isDeepStrictEqual(rowsOf(who), own)) done.add(what.act);
        }
        expect(brokenInvariants()).toEqual([]);
      }
    }),
    cases(100, 3),
  );
  // Acts that find nothing to act on would show nothing.
  const missing = ACT_NAMES.filter((name) => !done.has(name));
  expect(missing.length, missing.join(", ")).toBeLessThanOrEqual(rounds(0, 8));
});
