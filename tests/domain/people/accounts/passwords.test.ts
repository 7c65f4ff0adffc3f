import { hash } from "@node-rs/argon2";
import { eq } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import { db } from "#db/client.server";
import { accounts } from "#db/schema";
import { passwordProblem, registrationForm, signInForm } from "~/domain/people/accounts/forms";
import { isCommonPassword } from "~/domain/people/accounts/password-rules";
import { fitsPassword, hashPassword, isOutOfDate } from "~/domain/people/accounts/passwords.server";
import { signIn } from "~/domain/people/accounts/sign-in.server";
import { NOW, PASSWORD, person, registrationOf } from "../../../support/people";

/** The library itself, counting the hashes it computes at once. */
const work = vi.hoisted(() => {
  process.env.REAL_HASHES = "yes";
  return { running: 0, most: 0 };
});
vi.mock("@node-rs/argon2", async (load) => {
  const library = await load<typeof import("@node-rs/argon2")>();
  async function counted<Result>(begin: () => Promise<Result>): Promise<Result> {
    work.running += 1;
    work.most = Math.max(work.most, work.running);
    try {
      return await begin();
    } finally {
      work.running -= 1;
    }
  }
  return {
    ...library,
    hash: (...given: Parameters<typeof library.hash>) => counted(() => library.hash(...given)),
    verify: (...given: Parameters<typeof library.verify>) => counted(() => library.verify(...given)),
  };
});

/** Argon2id with the parameters of earlier years. */
const WEAKER = { memoryCost: 8_192, timeCost: 1, parallelism: 1 };

const digestOf = (id: string) =>
  db.select({ digest: accounts.passwordHash }).from(accounts).where(eq(accounts.id, id)).get()?.digest ?? "";
const attempt = (email: string, password: string) =>
  signIn({ email, password, clientAddress: `for ${email}`, userAgent: null }, NOW);

describe("the digest of a password", () => {
  it("is argon2id with 19 MiB, two passes and one lane, and never twice the same", async () => {
    const digest = await hashPassword(PASSWORD);
    expect(digest).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await hashPassword(PASSWORD)).not.toBe(digest);
    expect(isOutOfDate(digest)).toBe(false);
  });

  it.each([
    ["of less memory", { ...WEAKER, timeCost: 2 }],
    ["of fewer passes", { ...WEAKER, memoryCost: 19_456 }],
    ["of more lanes", { memoryCost: 19_456, timeCost: 2, parallelism: 2 }],
    ["of another kind of argon2", { memoryCost: 19_456, timeCost: 2, parallelism: 1, algorithm: 1 }],
  ])("%s is of other days", async (_, cost) => {
    expect(isOutOfDate(await hash(PASSWORD, cost))).toBe(true);
  });

  it("of earlier years is hashed again when its owner signs in, and not by a wrong password", async () => {
    const ada = person("Ada", { passwordHash: await hash(PASSWORD, WEAKER) });
    const before = digestOf(ada.id);
    expect((await attempt(ada.email, "Wrong-42-finches")).ok).toBe(false);
    expect(digestOf(ada.id)).toBe(before);
    expect((await attempt(ada.email, PASSWORD)).ok).toBe(true);
    const after = digestOf(ada.id);
    expect([isOutOfDate(before), isOutOfDate(after)]).toEqual([true, false]);
    expect((await attempt(ada.email, PASSWORD)).ok).toBe(true);
    expect(digestOf(ada.id)).toBe(after);
  });

  it("is computed one at a time, so that other work finds a processor", async () => {
    work.most = 0;
    const digest = await hashPassword(PASSWORD);
    const input = Array.from({ length: 50 }, (_, place) =>
      place % 2 ? fitsPassword(PASSWORD, digest) : fitsPassword(PASSWORD, null),
    );
    const results = await Promise.all([...input, ...Array.from({ length: 10 }, () => hashPassword("x"))]);
    expect(results.filter((result) => result === true)).toHaveLength(25);
    expect(work.most).toBe(1);
  });
});

describe("a password of any length that is allowed", () => {
  const ofLength = (length: number) => `Aa1!${"é".repeat(length - 4)}`;

  it.each([8, 64, 128])("%i characters: accepted", (length) => {
    expect(passwordProblem(ofLength(length))).toBeNull();
  });

  it("129 characters: refused, and a megabyte before anything is worked out", async () => {
    expect(passwordProblem(ofLength(129))).toBe("Password must be 128 characters or less");
    work.most = 0;
    const password = `Aa1!${"a".repeat(1024 * 1024)}`;
    const typed = {
      ...registrationOf("long@example.com"),
      password,
      acceptedTerms: "on",
      acceptedPrivacy: "on",
    };
    expect(registrationForm.safeParse({ ...typed, confirmPassword: password }).success).toBe(false);
    expect(signInForm.safeParse({ email: "long@example.com", password }).success).toBe(false);
    expect(work.most).toBe(0);
  });

  it.each([73, 128])("the %ith character matters", async (place) => {
    const digest = await hashPassword(ofLength(place));
    expect(await fitsPassword(ofLength(place), digest)).toBe(true);
    expect(await fitsPassword(`${ofLength(place).slice(0, -1)}e`, digest)).toBe(false);
    expect(await fitsPassword(ofLength(place).slice(0, -1), digest)).toBe(false);
  });

  it("is the same whichever way its accents were typed", async () => {
    expect(await fitsPassword("Cafe\u0301-42-finches", await hashPassword("Caf\u00e9-42-finches"))).toBe(true);
  });
});

it.each(["Password1!", "Loop-2026!", "MyLoop123!", "HyperLoop1!", "Qwerty123!", "L00pj0urnal!"])(
  "%s is one of the first anybody would try",
  (password) => {
    expect(isCommonPassword(password)).toBe(true);
  },
);
