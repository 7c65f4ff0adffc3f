import { describe, expect, it } from "vitest";
import { LIMITS, type LimitName } from "~/domain/kernel/limits/limits";
import { countAttempt, forgetAttempts, secondsUntilFree, uncountAttempt } from "~/domain/kernel/limits/limits.server";
import { later, NOW } from "../../../support/people";
import { inProcesses } from "../../../support/processes";

/** Two limits of three tries. */
const SHORT = ["enquiries_email", "gift_emails"] as const;
const isFree = (limit: LimitName, subject: string) => secondsUntilFree(limit, subject, NOW) === 0;

describe("a limit", () => {
  it("lets exactly so many through, whatever is tried elsewhere", () => {
    countAttempt("sign_in_account", "anybody else", NOW);
    countAttempt("sign_in_address", "margaret", NOW);
    const results = Array.from({ length: 12 }, () => countAttempt("sign_in_account", "margaret", NOW));
    expect(results.filter(Boolean)).toHaveLength(LIMITS.sign_in_account.most);
    expect(results.slice(0, 10)).toEqual(Array(10).fill(true));
  });

  it("counts each subject and each limit by itself", () => {
    for (let tries = 0; tries < 10; tries += 1) countAttempt("sign_in_account", "tom", NOW);
    expect(countAttempt("sign_in_account", "tom", NOW)).toBe(false);
    expect(countAttempt("sign_in_account", "ana", NOW)).toBe(true);
    expect(countAttempt("sign_in_address", "tom", NOW)).toBe(true);
  });

  it("lets the next one through when the oldest try has grown too old, not a second earlier", () => {
    const window = LIMITS.enquiries_email.seconds;
    for (let tries = 0; tries < 3; tries += 1) countAttempt("enquiries_email", "ana", NOW);
    expect(countAttempt("enquiries_email", "ana", later(window - 1))).toBe(false);
    expect(countAttempt("enquiries_email", "ana", later(window))).toBe(true);
  });

  it("is not prolonged by tries that were refused", () => {
    for (let tries = 0; tries < 3; tries += 1) countAttempt("enquiries_email", "eve", NOW);
    for (let tries = 0; tries < 20; tries += 1) countAttempt("enquiries_email", "eve", later(599));
    expect(countAttempt("enquiries_email", "eve", later(600))).toBe(true);
  });

  it("can be forgotten for one subject", () => {
    for (const subject of ["one", "two"]) {
      for (let tries = 0; tries < 3; tries += 1) countAttempt("enquiries_email", subject, NOW);
    }
    while (countAttempt("gift_emails", "one", NOW));
    forgetAttempts("enquiries_email", "one");
    expect(countAttempt("gift_emails", "one", NOW)).toBe(false);
    expect(countAttempt("enquiries_email", "one", NOW)).toBe(true);
    expect(countAttempt("enquiries_email", "two", NOW)).toBe(false);
  });

  it("says in how many seconds the oldest try is over, of one subject and one limit", () => {
    const free = (subject: string, seconds: number) => secondsUntilFree("enquiries_email", subject, later(seconds));
    for (const seconds of [0, 100, 200]) countAttempt("enquiries_email", "mia", later(seconds));
    for (const seconds of [0, 1]) countAttempt("gift_emails", "noa", later(seconds));
    countAttempt("enquiries_email", "noa", NOW);
    expect([0, 200, 599, 600].map((seconds) => free("mia", seconds))).toEqual([600, 400, 1, 0]);
    expect([free("noa", 1), free("nobody", 1)]).toEqual([0, 0]);
  });

  it("is forgotten and taken back for one limit alone, and where it was counted", () => {
    const spent = (limit: LimitName, subject: string) => {
      while (countAttempt(limit, subject, NOW));
    };
    for (const subject of ["kim", "lea"]) for (const limit of SHORT) spent(limit, subject);
    expect(forgetAttempts("enquiries_email", "kim")).toBe(3);
    uncountAttempt("gift_emails", "kim", later(1));
    uncountAttempt("gift_emails", "nobody", NOW);
    expect(isFree("gift_emails", "kim")).toBe(false);
    uncountAttempt("gift_emails", "kim", NOW);
    expect(["kim", "lea"].flatMap((subject) => SHORT.map((limit) => isFree(limit, subject)))).toEqual([
      ...[true, true, false, false],
    ]);
  });

  it("gets back one try, and no more", () => {
    for (let tries = 0; tries < 3; tries += 1) countAttempt("enquiries_email", "zoe", NOW);
    uncountAttempt("enquiries_email", "zoe", NOW);
    expect(countAttempt("enquiries_email", "zoe", NOW)).toBe(true);
    expect(countAttempt("enquiries_email", "zoe", NOW)).toBe(false);
  });

  it("holds to the try for several processes at once", async () => {
    const printed = await inProcesses(
      3,
      `import { countAttempt } from "./app/domain/kernel/limits/limits.server";
       const now = new Date("${NOW.toISOString()}");
       let through = 0;
       await together();
       for (let tries = 0; tries < 60; tries += 1) if (countAttempt("code_guesses_address", "office", now)) through += 1;
       console.log(through);`,
    );
    expect(printed.map(Number).reduce((sum, through) => sum + through)).toBe(60);
  });
});
