import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { db } from "#db/client.server";
import { oneTimeCodes } from "#db/schema";
import { CODE_LIFE_MINUTES } from "~/domain/kernel/time/access-lengths";
import {
  CODE_TRIES,
  MOST_CODES_MESSAGE,
  RESENT_MESSAGE,
  resendWords,
  secondsUntilResend,
} from "~/domain/people/accounts/codes";
import { codesSent, makeCode, recordUnsentCode, tryCode } from "~/domain/people/accounts/codes.server";
import { later, NOW, person } from "../../../support/people";
import { inProcesses } from "../../../support/processes";
import { wrongCode } from "./mailbox";

type Purpose = "verify_email" | "change_email";

function made(accountId: string, purpose: Purpose = "verify_email", now = NOW): string {
  return db.transaction((tx) => makeCode(tx, { accountId, purpose, sentTo: "a@example.com", now }));
}

function tried(accountId: string, code: string, now = NOW, purpose: Purpose = "verify_email"): boolean {
  return db.transaction((tx) => tryCode(tx, { accountId, purpose, code, now }));
}

describe("a code from an email", () => {
  it("is six digits, and right once, whatever is asked for somebody else or something else", () => {
    const [{ id }, other] = [person("Ada"), person("Abe")];
    const code = made(id);
    const [others, another] = [made(other.id), made(id, "change_email")];
    expect(code).toMatch(/^\d{6}$/);
    expect(tried(id, code)).toBe(true);
    expect(tried(id, code)).toBe(false);
    expect([tried(other.id, others), tried(id, another, NOW, "change_email")]).toEqual([true, true]);
  });

  it("is still right after four mistakes and void after five", () => {
    const [one, other] = [person("Ben").id, person("Bob").id];
    const [code, another] = [made(one), made(other)];
    for (let tries = 1; tries < CODE_TRIES; tries += 1) expect(tried(one, wrongCode(code))).toBe(false);
    expect(tried(one, code)).toBe(true);
    for (let tries = 0; tries < CODE_TRIES; tries += 1) expect(tried(other, wrongCode(another))).toBe(false);
    expect(tried(other, another)).toBe(false);
  });

  it("lives ten minutes, not a second longer", () => {
    const [one, other] = [person("Cid").id, person("Cora").id];
    const [code, another] = [made(one), made(other)];
    expect(CODE_LIFE_MINUTES).toBe(10);
    expect(tried(one, code, later(10 * 60 - 1))).toBe(true);
    expect(tried(other, another, later(10 * 60))).toBe(false);
  });

  it("is void as soon as there is a newer one, and the newer one is right", () => {
    const { id } = person("Dan");
    const older = made(id);
    const newer = made(id, "verify_email", later(1));
    if (older !== newer) expect(tried(id, older)).toBe(false);
    expect(tried(id, newer)).toBe(true);
  });

  it("a new one begins with five tries of its own", () => {
    const { id } = person("Dora");
    const older = made(id);
    for (let tries = 0; tries < CODE_TRIES; tries += 1) tried(id, wrongCode(older));
    expect(tried(id, made(id))).toBe(true);
  });

  it("of one person never proves another, and of one purpose nothing else", () => {
    const [ana, eve] = [person("Ana").id, person("Eve").id];
    const code = made(ana);
    const others = made(eve);
    if (code !== others) expect(tried(eve, code)).toBe(false);
    expect(tried(ana, code, NOW, "change_email")).toBe(false);
    expect(tried(ana, code)).toBe(true);
  });

  it("keeps the two codes of two purposes apart", () => {
    const { id } = person("Finn");
    const [verify, change] = [made(id), made(id, "change_email")];
    expect(tried(id, change, NOW, "change_email")).toBe(true);
    expect(tried(id, verify)).toBe(true);
  });

  it("is not in the database as it is", () => {
    const { id } = person("Gil");
    const code = made(id);
    const row = db.select().from(oneTimeCodes).where(eq(oneTimeCodes.accountId, id)).get();
    expect(row?.codeHash).toMatch(/^[\w-]{43}$/);
    expect(JSON.stringify(row)).not.toContain(code);
  });

  it("that was never sent counts towards the wait, voids nothing and is never accepted", () => {
    const { id } = person("Hal");
    const code = made(id);
    db.transaction((tx) =>
      recordUnsentCode(tx, {
        accountId: id,
        purpose: "verify_email",
        sentTo: "a@example.com",
        now: later(200),
      }),
    );
    expect(codesSent(id, "verify_email", later(200))).toEqual({ lastAt: later(200), today: 2 });
    expect(tried(id, "", later(201))).toBe(false);
    expect(tried(id, code, later(201))).toBe(true);
  });

  it("is checked five times at the most, however many guess at once", async () => {
    const { id } = person("Ida");
    const code = made(id);
    const printed = await inProcesses(
      2,
      `import { db } from "./db/client.server";
       import { tryCode } from "./app/domain/people/accounts/codes.server";
       const request = { accountId: "${id}", purpose: "verify_email", code: "${wrongCode(code)}", now: new Date("${NOW.toISOString()}") };
       await together();
       for (let tries = 0; tries < 100; tries += 1) db.transaction((tx) => tryCode(tx, request), { behavior: "immediate" });
       console.log("done");`,
    );
    expect(printed).toEqual(["done", "done"]);
    const row = db.select().from(oneTimeCodes).where(eq(oneTimeCodes.accountId, id)).get();
    expect(row?.triesUsed).toBe(5);
    expect(tried(id, code)).toBe(false);
  });
});

it("codes are counted for a day, of one account and one purpose", () => {
  const [one, other] = [person("Kim").id, person("Lea").id];
  made(one, "verify_email", later(-86_400));
  made(one, "change_email");
  made(other);
  expect(codesSent(one, "verify_email", NOW)).toEqual({ lastAt: null, today: 0 });
  made(one, "verify_email", later(-86_399.999));
  made(one, "verify_email", later(-5));
  expect(codesSent(one, "verify_email", NOW)).toEqual({ lastAt: later(-5), today: 2 });
});

it("a code that is asked for again by somebody who knows the address alone leaves the earlier one good, once", () => {
  const { id } = person("Mia");
  const [first, second] = [false, true].map((keepsOlder) =>
    db.transaction((tx) =>
      makeCode(tx, { accountId: id, purpose: "verify_email", sentTo: "a@b.c", now: NOW }, keepsOlder),
    ),
  );
  expect([tried(id, first ?? ""), tried(id, second ?? "")]).toEqual([true, true]);
});

it.each([
  [{ ok: true } as const, "ok", RESENT_MESSAGE],
  [{ ok: false, reason: "wait", waitSeconds: 7 } as const, "warn", "You can ask again in 7 seconds."],
  [{ ok: false, reason: "too_many", waitSeconds: 120 } as const, "warn", MOST_CODES_MESSAGE],
])("after asking for another, %j is said", (sent, tone, message) => {
  expect(resendWords(sent)).toMatchObject({ tone, message: expect.stringContaining(message) });
});

describe("the wait for another code", () => {
  it.each([
    [0, 120],
    [1, 119],
    [118.001, 2],
    [119, 1],
    [119.999, 1],
    [120, 0],
    [121, 0],
    [-5, 125],
  ])("%d seconds after the last one is %d seconds", (seconds, wait) => {
    expect(secondsUntilResend(NOW, new Date(NOW.getTime() + seconds * 1000))).toBe(wait);
  });

  it("is refused if no code was sent", () => {
    expect(secondsUntilResend(null, NOW)).toBe(0);
    expect(codesSent(person("Jo").id, "verify_email", NOW)).toEqual({ lastAt: null, today: 0 });
  });
});
