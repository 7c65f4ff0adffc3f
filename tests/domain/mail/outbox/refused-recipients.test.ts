import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { db } from "#db/client.server";
import { alarms, emails, serviceChecks } from "#db/schema";
import type { Mail } from "~/adapters/mail/contract";
import { openAlarms } from "~/domain/kernel/alarms/alarms.server";
import type { EmailKind } from "~/domain/mail/kinds/email-kinds";
import { sendingStopped } from "~/domain/mail/outbox/circuit-breaker.server";
import { queueEmail } from "~/domain/mail/outbox/outbox.server";
import { sendDueEmails } from "~/domain/mail/outbox/outbox-worker.server";
import { REFUSED_ADDRESSES, REFUSED_DOMAINS, TRUSTED_MINUTES } from "~/domain/mail/outbox/refused-recipients.server";
import { resendEmail } from "~/domain/mail/outbox/resending.server";
import { verificationCode } from "~/domain/people/accounts/account-emails";
import { watchFromWorker } from "~/domain/system/checks/watch.server";

const NOW = new Date("2026-11-26T09:00:00Z");
const inSeconds = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);
const UNKNOWN = "550 5.1.1 User unknown";
/** Addresses that somebody made up, each at a domain of its own. */
const MADE_UP = Array.from({ length: REFUSED_ADDRESSES }, (_, number) => `x${number}@nowhere${number}.example`);

/** A relay's side: whom it was asked about, whom it took, and what it says to somebody it refuses. */
const asked: string[] = [];
const arrived: string[] = [];
let refusalFor: (address: string) => string | null;
const mail: Mail = {
  async post({ to: { address } }) {
    asked.push(address);
    const message = refusalFor(address);
    if (message !== null) return { ok: false, permanent: true, message };
    arrived.push(address);
    return { ok: true };
  },
  check: async () => ({ ok: true }),
};
beforeEach(() => {
  for (const table of [emails, serviceChecks, alarms]) db.delete(table).run();
  asked.length = 0;
  arrived.length = 0;
  knowsAll();
});

/** It knows these addresses, or those that end so, and no other. */
function knows(...known: string[]) {
  refusalFor = (address) => (known.some((ending) => address.endsWith(ending)) ? null : UNKNOWN);
}
const knowsAll = () => knows("");

let count = 0;
function write(to: string | readonly string[], second = 0, kind: EmailKind = "order_confirmation", key?: string) {
  const message = { ...verificationCode({ firstName: "Ada", code: "204816", minutes: 10 }), kind };
  for (const email of [to].flat()) {
    count += 1;
    const dedupeKey = key ?? `${kind}:${count}`;
    const about = { accountId: null, to: { name: "Ada", email }, dedupeKey, message };
    db.transaction((tx) => queueEmail(tx, { ...about, now: inSeconds(second) }));
  }
}

/** The worker sends every two seconds. */
async function work(fromSecond: number, toSecond = fromSecond) {
  for (let second = fromSecond; second <= toSecond; second += 2) await sendDueEmails(inSeconds(second), mail);
}

const of = (address: string) => {
  const [found] = db.select().from(emails).where(eq(emails.toEmail, address)).all();
  return found;
};
const statesOf = (addresses: readonly string[]) => new Set(addresses.map((one) => of(one)?.state));

const alarmWords = async (second: number) => {
  await watchFromWorker(inSeconds(second));
  return openAlarms()
    .filter(({ kind }) => kind === "mail_refused")
    .map(({ message }) => message);
};

describe("one mistyped address", () => {
  it("is marked at once, also where nothing else was ever sent", async () => {
    knows();
    write("adda@example.com");
    await work(0, 20);
    expect(of("adda@example.com")).toMatchObject({ state: "dead", failure: UNKNOWN, tries: 1 });
    expect([asked.length, sendingStopped()]).toEqual([1, null]);
  });

  it("keeps a code until the relay accepts somebody else, or the code has run out", async () => {
    knows("@example.org");
    write("adda@example.com", 0, "verification_code");
    await work(0);
    expect(of("adda@example.com")?.textBody).toContain("204816");
    write("bea@example.org", 10);
    await work(10);
    expect(of("adda@example.com")).toMatchObject({ state: "dead", textBody: "", htmlBody: "" });
    write("addb@example.com", 20, "verification_code");
    await work(20);
    await work(20 + 599);
    expect(of("addb@example.com")?.textBody).toContain("204816");
    await work(20 + 600);
    expect(of("addb@example.com")).toMatchObject({ state: "dead", textBody: "" });
  });

  it("is forgotten a day later where it must be, and no sooner", async () => {
    knows();
    write("adda@example.com", 0, "account_deleted");
    await work(0);
    await work(86_398);
    expect(of("adda@example.com")?.state).toBe("dead");
    await work(86_400);
    expect(db.select().from(emails).all()).toMatchObject([{ state: "dead", toEmail: "", textBody: "" }]);
  });

  it("stops nothing, however many share its domain, or how seldom they come", async () => {
    knows();
    write(Array.from({ length: 12 }, (_, number) => `x${number}@example.com`));
    await work(0, 10);
    expect(sendingStopped()).toBeNull();
    for (const [day, address] of MADE_UP.entries()) {
      write(address, (day + 1) * 86_400);
      await work((day + 1) * 86_400);
    }
    expect(sendingStopped()).toBeNull();
    expect(statesOf(MADE_UP)).toEqual(new Set(["dead"]));
  });

  it("stops nothing where others are accepted between", async () => {
    knows("@example.org");
    for (const [place, address] of MADE_UP.entries()) write([address, `b${place}@example.org`], place);
    await work(10, 20);
    expect(sendingStopped()).toBeNull();
    expect(statesOf(MADE_UP)).toEqual(new Set(["dead"]));
  });
});

describe("a relay that knows no recipient", () => {
  const PEOPLE = MADE_UP.map((address, place) => (place < REFUSED_DOMAINS ? address : `y${place}@nowhere0.example`));

  it("stops sending, keeps the texts, brings back who was given up, and the alarm has its words", async () => {
    knows();
    write(PEOPLE, 0, "verification_code");
    write(["late@example.com"], 4);
    await work(0, 50);
    expect(asked.length).toBe(REFUSED_ADDRESSES);
    expect(statesOf([...PEOPLE, "late@example.com"])).toEqual(new Set(["waiting"]));
    for (const address of PEOPLE) expect(of(address)?.textBody).toContain("204816");
    expect(await alarmWords(50)).toEqual([
      `${REFUSED_ADDRESSES} refused. We keep all others. The relay says: ${UNKNOWN}`,
    ]);
    knowsAll();
    await work(60, 70);
    expect(statesOf([...PEOPLE, "late@example.com"])).toEqual(new Set(["sent"]));
    expect(arrived.toSorted()).toEqual([...PEOPLE, "late@example.com"].sort());
    expect(await alarmWords(70)).toEqual([]);
  });

  it("is asked once for each new one, and for ten others each minute", async () => {
    knows();
    write([...PEOPLE, ...Array.from({ length: 15 }, (_, number) => `late${number}@zoo.example`)]);
    await work(0, 58);
    asked.length = 0;
    await work(60, 118);
    expect(asked).toHaveLength(20);
    await work(120, 178);
    expect(asked).toHaveLength(30);
  });

  it("loses nothing in five days", async () => {
    knows();
    write(PEOPLE);
    for (let minute = 0; minute < 5 * 24 * 60; minute += 30) await work(minute * 60);
    expect(statesOf(PEOPLE)).toEqual(new Set(["waiting"]));
    expect(sendingStopped()).not.toBeNull();
  });

  it("is believed when it takes our own addresses, and those alone, to know no others", async () => {
    knows("@loop.example");
    for (const [place, address] of PEOPLE.entries()) {
      write([address, `staff${place}@loop.example`], place * 2);
      await work(place * 2);
    }
    await work(10, 200);
    expect(statesOf(PEOPLE)).toEqual(new Set(["waiting"]));
    expect(new Set(arrived).size).toBe(PEOPLE.length);
    expect(sendingStopped()).not.toBeNull();
    knowsAll();
    await work(300, 400);
    expect(statesOf(PEOPLE)).toEqual(new Set(["sent"]));
    expect(sendingStopped()).toBeNull();
  });

  it("is asked first for somebody it took before, and less often while it refuses them too", async () => {
    knows("known@example.org");
    write("known@example.org");
    await work(0);
    knows();
    write(PEOPLE, 902);
    await work(902);
    write(["new@example.net", "known@example.org"], 910);
    asked.length = 0;
    await work(962, 962 + 118);
    expect(asked).toEqual(["known@example.org"]);
    await work(962 + 120);
    expect(asked).toEqual(["known@example.org", "known@example.org"]);
  });

  it("is believed to work for a few minutes after it took somebody, and then brings all back", async () => {
    knows("known@example.org");
    write("known@example.org");
    await work(0);
    knows();
    write(PEOPLE, 2);
    await work(2, TRUSTED_MINUTES * 60 - 2);
    expect(statesOf(PEOPLE)).toEqual(new Set(["dead"]));
    await work(TRUSTED_MINUTES * 60);
    expect(statesOf(PEOPLE)).toEqual(new Set(["waiting"]));
    expect(sendingStopped()?.reply).toBe(UNKNOWN);
    knowsAll();
    await work(TRUSTED_MINUTES * 60 + 60);
    expect(statesOf(PEOPLE)).toEqual(new Set(["sent"]));
  });

  it("sends no letter again that staff have sent meanwhile", async () => {
    knows();
    write(PEOPLE.slice(0, 2));
    await work(0);
    const [first = ""] = PEOPLE;
    db.transaction((tx) => resendEmail(tx, of(first)?.id ?? "", inSeconds(2)));
    write(PEOPLE.slice(2), 2);
    await work(2);
    knowsAll();
    await work(70, 80);
    expect(arrived.filter((to) => to === first)).toHaveLength(1);
    expect(new Set(arrived)).toEqual(new Set(PEOPLE));
  });
});

describe("a gift that was sent to a wrong address", () => {
  it("is not brought back once it was sent to another", async () => {
    knows();
    write("wrong@example.com", 0, "gift", "gift:v1:1000");
    write("other@example.com", 0, "gift", "gift:v2:1000");
    await work(0);
    write("right@example.org", 2, "gift", "gift:v1:2000");
    write(MADE_UP, 2);
    await work(2);
    knowsAll();
    await work(70, 80);
    expect(of("wrong@example.com")?.state).toBe("dead");
    expect(statesOf(["right@example.org", "other@example.com", ...MADE_UP])).toEqual(new Set(["sent"]));
  });
});

describe("somebody who registers with made-up addresses", () => {
  it("delays others by a minute, and their own are given up then", async () => {
    knows("@example.org");
    write(MADE_UP, 0, "verification_code");
    await work(0);
    expect(sendingStopped()).not.toBeNull();
    write("ada@example.org", 2, "verification_code");
    await work(2, 58);
    expect(arrived).toEqual([]);
    await work(60, 64);
    expect(arrived).toEqual(["ada@example.org"]);
    expect(sendingStopped()).toBeNull();
    expect(statesOf(MADE_UP)).toEqual(new Set(["dead"]));
    for (const address of MADE_UP) expect(of(address)).toMatchObject({ textBody: "", tries: 2 });
    write("bea@example.org", 66);
    await work(66);
    expect(arrived).toHaveLength(2);
  });

  it("delays others by hardly more, however many stand before them", async () => {
    knows("@example.org");
    write(MADE_UP, 0, "verification_code");
    await work(0);
    write(
      Array.from({ length: 60 }, (_, number) => `z${number}@nobody${number}.example`),
      2,
    );
    write("ada@example.org", 3, "verification_code");
    await work(4, 74);
    expect(arrived).toEqual(["ada@example.org"]);
  });

  it("delays nobody by more than a minute, however long they go on", async () => {
    knows("@example.org");
    for (let minute = 0; minute < 30; minute += 1) {
      const at = minute * 60;
      write(
        MADE_UP.map((address) => `m${minute}${address}`),
        at,
        "verification_code",
      );
      write(`ada${minute}@example.org`, at + 1, "verification_code");
      await work(at + 2, at + 60);
    }
    await work(1802, 1862);
    const waits = db
      .select()
      .from(emails)
      .all()
      .filter(({ toEmail }) => toEmail.endsWith("@example.org"))
      .map(({ createdAt, sentAt }) => (sentAt?.getTime() ?? Number.NaN) - createdAt.getTime());
    expect(waits).toHaveLength(30);
    expect(Math.max(...waits)).toBeLessThanOrEqual(62_000);
  });
});
