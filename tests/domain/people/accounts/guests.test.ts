import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { db } from "#db/client.server";
import { loopCredits, loops } from "#db/schema";
import { beginLoop } from "~/domain/diary/loops/loops.server";
import { claimFromGuest, saveGuest } from "~/domain/people/accounts/guests.server";
import { creditToBegin, NOW, person } from "../../../support/people";

const NAMES = { email: "pays-as-guest@example.com", firstName: "Gwen", lastName: "Marsh" };

const guest = (basketKey: string) => saveGuest({ guestId: undefined, basketKey }, NAMES, NOW);

it("what a guest has bought moves to the account that claims it, until its year is begun", () => {
  const claimant = person("Ada");
  const early = guest("basket-not-begun");
  creditToBegin(early);
  claimFromGuest(early, claimant.id);
  expect(db.select().from(loopCredits).where(eq(loopCredits.accountId, claimant.id)).all()).toHaveLength(1);

  const writer = guest("basket-begun");
  creditToBegin(writer);
  expect(beginLoop(writer, "2028-05-24", NOW).ok).toBe(true);
  claimFromGuest(writer, claimant.id);
  expect(db.select().from(loops).where(eq(loops.accountId, claimant.id)).all()).toEqual([]);
  expect(db.select().from(loops).where(eq(loops.accountId, writer)).all()).toHaveLength(1);
});
