import { describe, expect, it } from "vitest";
import { screenWords } from "~/domain/diary/entries/screening";

const said = (content: string) => screenWords({ title: "", highlight: "", gratitude: "", learned: "", content });

describe("the automatic look", () => {
  it.each([
    ["My card is 4242 4242 4242 4242.", "a payment card number"],
    ["Mine is 6011-0009-9013-9424", "a payment card number"],
    ["Pay 20-00-00, account 55779911", "a sort code and account number"],
    ["QQ 12 34 56 C", "a National Insurance number"],
    ["Ring me on 07700 900412", "a phone number"],
    ["Ring me on +44 (0)7700 900412", "a phone number"],
    ["write to margaret@example.org", "an email address"],
    ["The wifi password is larch42", "a password or PIN"],
    ["That was FUCKING cold", "strong language"],
    ["He wrote fúck on it", "strong language"],
    ["I’ll kill you", "a threat"],
    ["Some days I want to die", "a sign that somebody needs help"],
  ])("flags %j", (text, finding) => {
    expect(said(text)).toBe(`Flagged by the automatic check: there may be ${finding}.`);
  });

  it.each([
    "",
    "We walked from Scunthorpe to Penistone, and the cockerel sang.",
    "4242 4242 4242 4243 stitches",
    "0000 0000 0000 0000 is no card",
    "Born on 14 11 2026 at 07:15, 3,412 grams",
    "She pinned the rosette on; the pin was bent.",
    "Dick Turpin’s ride, and a bomb of confetti",
    "今週 مرحبا 👩‍👩‍👧🎉",
  ])("leaves %j alone", (text) => {
    expect(said(text)).toBeNull();
  });

  it("looks at every field, names each finding once, and repeats no words", () => {
    const found = screenWords({
      title: "cunt",
      highlight: "cunt",
      gratitude: "",
      learned: "a@example.org",
      content: "",
    });
    expect(found).toBe("Flagged by the automatic check: there may be an email address and strong language.");
  });

  it("takes no time for any text", () => {
    for (const long of ["1 ".repeat(500_000), "a".repeat(1_000_000), "a@".repeat(500_000), "fuc".repeat(300_000)]) {
      expect(said(long)).toBeNull();
    }
  });
});
