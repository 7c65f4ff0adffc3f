import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { db } from "#db/client.server";
import { accounts } from "#db/schema";
import { beginLoop } from "~/domain/diary/loops/loops.server";
import { openSealedText } from "~/domain/kernel/sealing/sealed-text.server";
import { saveGuest } from "~/domain/people/accounts/guests.server";
import { redeemVoucher } from "~/domain/shop/vouchers/redemption.server";
import { creditToBegin, later, NOW, person } from "../../../support/people";
import { voucher } from "../../../support/vouchers";
import { emailsTo } from "../../people/accounts/mailbox";

const TODAYS_YEAR = "2027-12-03";
const MAYS_YEAR = "2028-05-24";
const CAT = { theme: "pet", type: "my-cat-and-me" };

const datesTo = (email: string) => emailsTo(email).filter(({ kind }) => kind === "year_dates");

function begun(given: Parameters<typeof person>[1] = {}, deliveryDay = MAYS_YEAR) {
  const owner = person("Ada", given);
  creditToBegin(owner.id);
  const result = beginLoop(owner.id, deliveryDay, NOW);
  if (!result.ok) throw new Error(result.reason);
  return { owner, loop: result.loop };
}

describe("the email with the dates of a year", () => {
  it("says when it starts, its first week, when the book arrives, and where to change that", () => {
    const { owner, loop } = begun();
    const [email, ...others] = datesTo(owner.email);
    expect(others).toEqual([]);
    expect(email?.subject).toBe("Your year starts on 12 May 2027");
    const words = email?.textBody ?? "";
    expect(words).toContain("Year starts: 12 May 2027\n");
    expect(words).toContain("Week 1: 12 to 19 May 2027\n");
    expect(words).toContain("Week 52 ends: 10 May 2028\n");
    expect(words).toContain("Book arrives: By 24 May 2028\n");
    expect(words).toMatch(new RegExp(`Change the dates: http\\S+/loop-settings/${loop.id}\\n`));
    expect(words).toContain("You can write week 1 before then if you like.");
    expect(words).not.toContain("voucher");
    expect(email?.htmlBody).toContain(`/dashboard?loop=${loop.id}`);
  });

  it("says that a year has started that starts today", () => {
    const [email] = datesTo(begun({}, TODAYS_YEAR).owner.email);
    expect(email?.subject).toBe("Your year has started");
    expect(email?.textBody).toContain("Your year has started, and week 1 is open. Answer");
  });

  it("comes once, however often the button is pressed", () => {
    const { owner } = begun();
    expect(beginLoop(owner.id, MAYS_YEAR, later(1)).ok).toBe(false);
    const cal = person("Cal");
    const { voucherId } = voucher();
    for (const seconds of [0, 1]) {
      expect(redeemVoucher({ accountId: cal.id, voucherId, ...CAT, deliveryDay: MAYS_YEAR }, later(seconds)).ok).toBe(
        true,
      );
    }
    expect([datesTo(owner.email).length, datesTo(cal.email).length]).toEqual([1, 1]);
  });

  it("thanks for no money where a voucher paid, and names who gave it and what comes next", () => {
    const [jean, cal] = [person("Jean"), person("Cal")];
    const { voucherId } = voucher({ purchasedByAccountId: jean.id });
    redeemVoucher({ accountId: cal.id, voucherId, ...CAT, deliveryDay: MAYS_YEAR }, NOW);
    const words = datesTo(cal.email)[0]?.textBody ?? "";
    expect(words).toContain("You’ve used your voucher from Jean for My Cat & Me. There’s nothing to pay.");
    expect(words).toContain("You choose where it goes when you send it to print.");
    expect(words).toContain("Book arrives: By 24 May 2028");
  });

  it("names nobody where somebody uses the voucher they bought", () => {
    const jean = person("Jean");
    const { voucherId } = voucher({ purchasedByAccountId: jean.id });
    redeemVoucher({ accountId: jean.id, voucherId, ...CAT, deliveryDay: MAYS_YEAR }, NOW);
    expect(datesTo(jean.email)[0]?.textBody).toContain("You’ve used your voucher for My Cat & Me.");
  });

  it("promises weekly emails to those alone who want them", () => {
    const promise = "We’ll email you a question every week.";
    expect(datesTo(begun().owner.email)[0]?.textBody).toContain(promise);
    const [email] = datesTo(begun({ notifyByEmail: false }).owner.email);
    expect(email?.textBody).toContain("Book arrives: By 24 May 2028");
    expect(email?.textBody).not.toContain(promise);
  });

  it("opens a guest's account by its link, and leads an account without a password to choosing one", () => {
    const names = { email: "guest-with-dates@example.com", firstName: "Gwen", lastName: "Marsh" };
    const guestId = saveGuest({ guestId: undefined, basketKey: "basket-with-dates" }, names, NOW);
    creditToBegin(guestId);
    expect(beginLoop(guestId, MAYS_YEAR, NOW).ok).toBe(true);
    const [email] = datesTo(names.email);
    expect(openSealedText(email?.textBody ?? "")).toMatch(/Open your loop: http\S+\/open-account\//);
    expect(email?.textBody).toContain("Once your account is open, we’ll email you a question every week.");
    expect(datesTo(begun({ lacksPassword: true }).owner.email)[0]?.textBody).toContain("/forgot-password");
    expect(datesTo(begun().owner.email)[0]?.textBody).not.toContain("/forgot-password");
  });

  it("goes to nobody whose account is suspended", () => {
    const owner = person("Sid");
    creditToBegin(owner.id);
    db.update(accounts).set({ status: "suspended" }).where(eq(accounts.id, owner.id)).run();
    expect(beginLoop(owner.id, MAYS_YEAR, NOW).ok).toBe(true);
    expect(datesTo(owner.email)).toEqual([]);
  });
});
