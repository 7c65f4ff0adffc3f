import { and, eq, gt } from "drizzle-orm";
import { afterEach, beforeAll, beforeEach, describe, expect, it, type MockInstance, vi } from "vitest";
import { db } from "#db/client.server";
import { countRows } from "#db/queries.server";
import { attempts } from "#db/schema";
import { newDeviceToken } from "~/domain/people/accounts/devices.server";
import { hashPassword } from "~/domain/people/accounts/passwords.server";
import { signIn } from "~/domain/people/accounts/sign-in.server";
import { later, NOW, PASSWORD, person } from "../../../../support/people";
import { rounds } from "../../../../support/rounds";

const GUESSES = rounds(1_000, 100);

/** The library itself, counting the passwords it is given to compare. */
const compared = vi.hoisted(() => ({ times: 0 }));
vi.mock("@node-rs/argon2", async (load) => {
  const library = await load<typeof import("@node-rs/argon2")>();
  return {
    ...library,
    verify: (...given: Parameters<typeof library.verify>) => {
      compared.times += 1;
      return library.verify(...given);
    },
  };
});

/** One sign-in compares three digests. */
const DIGESTS = 3;
const QUARTER = 15 * 60;
let passwordHash = "";
beforeAll(async () => {
  passwordHash = await hashPassword(PASSWORD);
});
/** A crowd of guesses raises an alarm, which logs an error; the test keeps it off the screen. */
let log: MockInstance<typeof console.error>;
beforeEach(() => {
  db.delete(attempts).run();
  compared.times = 0;
  log = vi.spyOn(console, "error").mockImplementation(() => {});
});
afterEach(() => log.mockRestore());

const owner = (name: string) => person(name, { passwordHash });

function attempt(email: string, password: string, given: { from?: string; at?: Date; marks?: string[] } = {}) {
  const { from = "192.0.2.1", at = NOW, marks } = given;
  return signIn({ email, password, clientAddress: from, userAgent: null, deviceTokens: marks }, at);
}

/** Guesses at this account, each from another network address. */
async function guessFromEverywhere(email: string, times: number, at = NOW) {
  for (let guess = 0; guess < times; guess += 1) {
    await attempt(email, `Wrong-${guess}-finches`, { from: `203.0.113.${guess}`, at });
  }
}

/** What was counted against a limit in the last quarter of an hour. */
const counted = (limit: "sign_in_failures" | "sign_in_alarm", now: Date) =>
  countRows(attempts, and(eq(attempts.limit, limit), gt(attempts.at, new Date(now.getTime() - QUARTER * 1000))));

describe(`${GUESSES} guesses from one address`, () => {
  it("each at another account, have thirty compared", async () => {
    for (let guess = 0; guess < GUESSES; guess += 1) await attempt(`victim-${guess}@example.com`, "Wrong-1");
    expect(compared.times).toBe(30 * DIGESTS);
  });

  it("sent all at once have thirty compared", async () => {
    await Promise.all(Array.from({ length: GUESSES }, (_, guess) => attempt(`all-${guess}@example.com`, "x")));
    expect(compared.times).toBe(30 * DIGESTS);
  });
});

describe("guesses from five hundred addresses at one account", () => {
  it("have ten compared in a quarter of an hour, while the owner signs in at home", async () => {
    const ada = owner("Ada");
    const marks = [newDeviceToken(ada)];
    await guessFromEverywhere(ada.email, 250);
    const meanwhile = await attempt(ada.email, PASSWORD, { marks, from: "198.51.100.7" });
    await guessFromEverywhere(ada.email, 250, later(60));
    expect(meanwhile.ok).toBe(true);
    expect(compared.times).toBe((10 + 1) * DIGESTS);
    expect((await attempt(ada.email, PASSWORD, { marks, at: later(61) })).ok).toBe(true);
    await guessFromEverywhere(ada.email, 500, later(QUARTER));
    expect(compared.times).toBe((10 + 1 + 1 + 10) * DIGESTS);
  });

  it("keep out an owner whose browser is new here, until the quarter of an hour is over", async () => {
    const ben = owner("Ben");
    await guessFromEverywhere(ben.email, 10);
    expect(await attempt(ben.email, PASSWORD)).toEqual({ ok: false, reason: "too_many" });
    expect((await attempt(ben.email, PASSWORD, { at: later(QUARTER) })).ok).toBe(true);
  });
});

describe("a browser its owner has signed in with", () => {
  it("bears ten wrong passwords too, and then waits a quarter of an hour", async () => {
    const cid = owner("Cid");
    const marks = [newDeviceToken(cid)];
    for (let tries = 0; tries < 10; tries += 1) {
      expect(await attempt(cid.email, "Wrong-1", { marks })).toMatchObject({ reason: "wrong" });
    }
    expect(await attempt(cid.email, PASSWORD, { marks })).toMatchObject({ reason: "too_many" });
    expect(await attempt(cid.email, PASSWORD, { marks: [newDeviceToken(cid)] })).toMatchObject({ ok: true });
    expect(await attempt(cid.email, PASSWORD, { marks, at: later(QUARTER) })).toMatchObject({ ok: true });
  });

  it("still signs in if somebody on the same network has used up its attempts", async () => {
    const dan = owner("Dan");
    for (let guess = 0; guess < 30; guess += 1) await attempt(`neighbour-${guess}@example.com`, "x");
    expect(await attempt(dan.email, PASSWORD)).toMatchObject({ reason: "too_many" });
    expect(await attempt(dan.email, PASSWORD, { marks: [newDeviceToken(dan)] })).toMatchObject({ ok: true });
  });

  it("is no help in guessing at somebody else", async () => {
    const [eve, fay] = [owner("Eve"), owner("Fay")];
    const marks = Array.from({ length: 20 }, () => newDeviceToken(eve));
    for (const mark of marks) await attempt(fay.email, "Wrong-1", { marks: [mark] });
    expect(compared.times).toBe(10 * DIGESTS);
  });

  it("is a stranger’s once the password is another", async () => {
    const gil = owner("Gil");
    const marks = [newDeviceToken({ ...gil, passwordHash: await hashPassword("Earlier-1-words") })];
    await guessFromEverywhere(gil.email, 10);
    expect(await attempt(gil.email, PASSWORD, { marks })).toMatchObject({ reason: "too_many" });
  });
});

describe("the alarm about guesses everywhere", () => {
  it("is raised once, by the two hundred and first that fails, whosever they are", async () => {
    const fail = (place: number, at = NOW) =>
      attempt(`spread-${place % 50}@example.com`, "x", { from: `203.0.${place}.1`, at });
    await Promise.all(Array.from({ length: 200 }, (_, place) => fail(place)));
    expect(log).not.toHaveBeenCalled();
    expect([counted("sign_in_failures", NOW), counted("sign_in_alarm", NOW)]).toEqual([200, 0]);
    for (let place = 200; place < 230; place += 1) await fail(place, later(1));
    expect(log).toHaveBeenCalledTimes(1);
    expect(JSON.parse(String(log.mock.calls[0]?.[0]))).toMatchObject({ event: "sign-in-alarm" });
    expect(counted("sign_in_alarm", later(2))).toBe(1);
    expect(counted("sign_in_failures", later(QUARTER + 1))).toBe(0);
    // Two hundred and thirty digests take their seconds.
  });

  it("is not raised by people who sign in", async () => {
    const hal = owner("Hal");
    for (let time = 0; time < 5; time += 1) await attempt(hal.email, PASSWORD);
    expect(counted("sign_in_failures", NOW)).toBe(0);
  });
});
