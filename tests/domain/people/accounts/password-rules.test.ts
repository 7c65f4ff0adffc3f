import { describe, expect, it } from "vitest";
import { newPassword, passwordProblem } from "~/domain/people/accounts/forms";
import { checkPassword, isCommonPassword, passwordStrength } from "~/domain/people/accounts/password-rules";
import { fitsPassword, hashPassword } from "~/domain/people/accounts/passwords.server";

describe("a new password", () => {
  it.each([
    ["", "Password is required"],
    ["Aa1!", "Password must be at least 8 characters long"],
    ["Aa1!567", "Password must be at least 8 characters long"],
    [`Aa1!${"x".repeat(125)}`, "Password must be 128 characters or less"],
    ["!!!!!!!!", "Password must contain at least one uppercase letter"],
    ["larch42!", "Password must contain at least one uppercase letter"],
    ["LARCHES!", "Password must contain at least one lowercase letter"],
    ["Larches!", "Password must contain at least one number"],
    ["Larches42", "Password must contain at least one special character"],
    ["Larches 42", "Password must contain at least one special character"],
    ["Larche4!", null],
    ["Larches4!", null],
    [`Aa1!${"x".repeat(124)}`, null],
    [`Aa1!${"x".repeat(60)}`, null],
  ])("%j gives %j: the first rule it breaks", (password, problem) => {
    expect(passwordProblem(password)).toBe(problem);
    const read = newPassword.safeParse(password);
    expect(read.error?.issues[0]?.message ?? null).toBe(problem);
  });

  it("may be in any writing", () => {
    expect(passwordProblem("Äpfel٣und!")).toBeNull();
    expect(passwordProblem("Ωμέγα-2026")).toBeNull();
  });

  it("is counted in characters, so that a picture is one", () => {
    expect(passwordProblem("Aa1!🐣🐣🐣")).toBe("Password must be at least 8 characters long");
    expect(passwordProblem("Aa1!🐣🐣🐣🐣")).toBeNull();
    expect(passwordProblem(`Aa1!${"🐣".repeat(124)}`)).toBeNull();
    expect(passwordProblem(`Aa1!${"🐣".repeat(125)}`)).toBe("Password must be 128 characters or less");
  });

  it("may use any sign for the special character, but no space and nothing that can’t be seen", () => {
    for (const special of "!@#$%^&*()_+-=[]{};':\"\\|,.<>/?~`£€§♥🐣") {
      expect(passwordProblem(`Larches4${special}`)).toBeNull();
    }
    for (const other of " \u00a0\u200b½\u0301ß") expect(passwordProblem(`Larches4${other}`)).not.toBeNull();
  });

  it("fits the checklist beside the field exactly where the result is yes", () => {
    for (let sign = 32; sign < 127; sign += 1) {
      for (const stem of ["Larches4", "larches4!", "LARCHES4!", "Larches!", "Lar4!"]) {
        const password = stem + String.fromCharCode(sign);
        const meetsAll = checkPassword(password).every((criterion) => criterion.met);
        expect(meetsAll).toBe(passwordProblem(password) === null);
      }
    }
  });
});

describe("the strength meter", () => {
  it.each([
    ["", "weak"],
    ["a", "weak"],
    ["aA", "medium"],
    ["aA1", "medium"],
    ["aA1!", "strong"],
    ["Larches4!", "strong"],
    ["larches", "weak"],
    ["larches4", "medium"],
  ] as const)("says of %j: %s", (password, word) => {
    expect(passwordStrength(password)).toBe(word);
  });
});

describe("a password anybody would try first", () => {
  it.each([
    "Password1!",
    "P@ssw0rd1!",
    "Pa$$w0rd2026!",
    "Passw0rd!",
    "P@55w0rd!",
    "Welcome1!",
    "Welcome@123",
    "Qwerty123!",
    "Qwerty!1",
    "1qaz@WSX",
    "Zaq12wsx!",
    "Abcd1234!",
    "Abc@1234",
    "Aa@123456",
    "Admin@123",
    "Letmein1!",
    "L3tm31n!!",
    "Iloveyou1!",
    "Summer2026!",
    "November20!",
    "Liverpool1!",
    "!Dragon99",
    "Loop1234!",
    "MyLoop2026!",
    "LoopJournal1!",
    "Hyperloop1!",
  ])("%s is refused", (password) => {
    expect(passwordProblem(password)).toBeNull();
    expect(isCommonPassword(password)).toBe(true);
  });

  it.each(["Larch-and-42-finches", "Tuesday rain 4 tea?", "Sea!glass7", "gr8Barnacle$", "Loopy-for-9-years!"])(
    "%s is not one of them",
    (password) => {
      expect(isCommonPassword(password)).toBe(false);
    },
  );
});

describe("a password that is kept", () => {
  it("is an argon2id digest of at least 19 MiB and two passes, different every time", async () => {
    const [one, other] = await Promise.all([hashPassword("Larches4!"), hashPassword("Larches4!")]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).not.toBe(other);
    expect(await fitsPassword("Larches4!", one)).toBe(true);
    expect(await fitsPassword("larches4!", one)).toBe(false);
  });

  it("matters to its last character", async () => {
    const long = `Aa1!${"x".repeat(124)}`;
    const digest = await hashPassword(long);
    expect(await fitsPassword(long, digest)).toBe(true);
    expect(await fitsPassword(`${long.slice(0, -1)}y`, digest)).toBe(false);
    expect(await fitsPassword(long.slice(0, 72), digest)).toBe(false);
  });

  it("is the same however a keyboard composes its accents", async () => {
    const [composed, decomposed] = ["Caf\u00e9-42-Larch", "Cafe\u0301-42-Larch"];
    expect(await fitsPassword(decomposed, await hashPassword(composed))).toBe(true);
    expect(await fitsPassword(composed, await hashPassword(decomposed))).toBe(true);
  });

  it("never matches if there is none", async () => {
    expect(await fitsPassword("nobody-has-this-password", null)).toBe(false);
  });

  it("is computed for a crowd, each with the right result", async () => {
    const digest = await hashPassword("Larches4!");
    const results = await Promise.all(
      Array.from({ length: 24 }, (_, index) => fitsPassword(index % 2 ? "Larches4!" : "wrong", digest)),
    );
    expect(results).toEqual(Array.from({ length: 24 }, (_, index) => index % 2 === 1));
  });
});
