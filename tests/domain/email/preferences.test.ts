import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { db } from "#db/client.server";
import { accounts, letters, suppressions } from "#db/schema";
import { writeLetter } from "~/domain/email/outbox.server";
import { postDueLetters } from "~/domain/email/outbox-worker.server";
import { chooseLetters, stopStateOf } from "~/domain/email/preferences.server";
import { remindOfWaitingLoops } from "~/domain/orders/waiting-loops.server";
import { later, NOW, person, rightToBegin } from "../../support/people";

beforeEach(() => {
  db.delete(letters).run();
});

const DAY = 86_400;
const words = { subject: "A letter", preview: "A letter", text: "Words", html: "<p>Words</p>" };

let occasions = 0;

function write(
  kind: "loop_waiting" | "order_confirmation" | "voucher_reminder",
  to: { id: string | null; email: string },
) {
  occasions += 1;
  return db.transaction(
    (tx) =>
      writeLetter(tx, {
        kind,
        accountId: to.id,
        to: { name: "Somebody", email: to.email },
        occasionKey: `occasion-${occasions}`,
        letter: { kind, ...words },
        now: NOW,
      }),
    { behavior: "immediate" },
  );
}

const stateOf = (id: string | null) =>
  db
    .select()
    .from(letters)
    .where(eq(letters.id, id ?? ""))
    .get()?.state;
const mail = { post: async () => ({ ok: true as const }), check: async () => ({ ok: true as const }) };

describe("whoever wants no letters about their year", () => {
  it("is not written any, and still hears of their orders", () => {
    const ada = person("Ada", { notifyByEmail: false });
    expect(write("loop_waiting", ada)).toBeNull();
    expect(write("order_confirmation", ada)).not.toBeNull();
  });

  it("does not get one that was waiting when they said so", async () => {
    const ben = person("Ben");
    const [reminder, order] = [write("loop_waiting", ben), write("order_confirmation", ben)];
    expect(chooseLetters(reminder ?? "", false, NOW)).toBe(true);
    await postDueLetters(later(1), mail);
    expect([stateOf(reminder), stateOf(order)]).toEqual(["cancelled", "sent"]);
  });

  it("can say so again and again, and change their mind", () => {
    const cid = person("Cid");
    const letter = write("loop_waiting", cid) ?? "";
    for (const wanted of [false, false, true, true, false]) {
      chooseLetters(letter, wanted, NOW);
      expect(stopStateOf(letter)).toEqual({ isStopped: !wanted });
      expect(db.select().from(accounts).where(eq(accounts.id, cid.id)).get()?.notifyByEmail).toBe(wanted);
    }
  });
});

describe("somebody without an account", () => {
  it("is remembered by a hash alone, whatever the case of the address", () => {
    const letter = write("voucher_reminder", { id: null, email: "Callum@example.org" }) ?? "";
    chooseLetters(letter, false, NOW);
    expect(JSON.stringify(db.select().from(suppressions).all())).not.toMatch(/callum/i);
    expect(write("voucher_reminder", { id: null, email: "callum@EXAMPLE.org" })).toBeNull();
    expect(write("voucher_reminder", { id: null, email: "another@example.org" })).not.toBeNull();
    chooseLetters(letter, true, NOW);
    expect(write("voucher_reminder", { id: null, email: "callum@example.org" })).not.toBeNull();
  });
});

describe("a letter that cannot be stopped", () => {
  it("is one about an order, or none at all", () => {
    const order = write("order_confirmation", person("Dan")) ?? "";
    for (const key of [order, "nowhere", ""]) {
      expect(stopStateOf(key)).toBeUndefined();
      expect(chooseLetters(key, false, NOW)).toBe(false);
    }
  });
});

describe("a loop that waits for its first day", () => {
  const reminders = () =>
    db
      .select()
      .from(letters)
      .all()
      .filter(({ kind }) => kind === "loop_waiting");

  it("is told of once, a week after it was paid, also where the worker was away", () => {
    const ada = person("Ada");
    rightToBegin(ada.id, { createdAt: NOW });
    expect(remindOfWaitingLoops(later(7 * DAY - 1))).toBe(0);
    expect(remindOfWaitingLoops(later(9 * DAY))).toBe(1);
    expect(remindOfWaitingLoops(later(10 * DAY))).toBe(0);
    expect(reminders().map(({ toEmail }) => toEmail)).toEqual([ada.email]);
    expect(reminders()[0]?.isTransactional).toBe(false);
    expect(reminders()[0]?.textBody).toContain("/loop-end-date");
  });

  it.each([
    ["once it has begun", { spentAt: NOW }, {}],
    ["once it was cancelled", { cancelledAt: NOW }, {}],
    ["after a season", { createdAt: later(-91 * DAY) }, {}],
    ["to somebody who wants no letters", {}, { notifyByEmail: false }],
    ["to somebody whose account is about to be deleted", {}, { deletionDueAt: later(DAY) }],
    ["to somebody who is suspended", {}, { status: "suspended" as const }],
  ])("is not told of %s", (_, credit, account) => {
    rightToBegin(person("Eve", account).id, { createdAt: NOW, ...credit });
    remindOfWaitingLoops(later(8 * DAY));
    expect(reminders().filter(({ toName }) => toName.startsWith("Eve"))).toEqual([]);
  });
});
