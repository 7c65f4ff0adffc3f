import { describe, expect, it } from "vitest";
import { forStaff, hiddenBecause, sheetForStaff, subjectForStaff } from "~/domain/mail/outbox/staff-reading.server";

type Read = Parameters<typeof hiddenBecause>[0];
const SEALED = "\u27e6question:abc\u27e7";
const read = (given: Partial<Read>) =>
  hiddenBecause({ kind: "shipped", textBody: "Words", htmlBody: "", ...given } as Read);

describe("staff", () => {
  it.each([
    ["an email of an order", null, {}],
    ["one whose words are erased", "emptied", { textBody: "", kind: "verification_code" }],
    ["one with a code", "secret", { kind: "verification_code" }],
    ["one that quotes an entry, from before that was sealed", "unsealed", { kind: "weekly" }],
    ["one that quotes a sealed entry", null, { kind: "weekly", htmlBody: SEALED }],
    ["a giver’s words from before they were sealed", "unsealed", { kind: "gift", htmlBody: '<p class="msg">' }],
    ["a giver’s sealed words", null, { kind: "gift", htmlBody: '<p class="msg">\u27e6message:a\u27e7' }],
    ["a gift without words", null, { kind: "gift" }],
    ["an email that only looks like a giver’s", null, { htmlBody: '<p class="msg">' }],
  ])("read %s, or learn why not: %s", (_, why, given) => {
    expect(read(given)).toBe(why);
  });

  it("see the subject of an email, but a question only where it is sealed", () => {
    const subject = "What did you break?";
    expect(subjectForStaff({ kind: "weekly", subject, hasSeals: false })).toBe("Weekly email");
    expect(subjectForStaff({ kind: "weekly", subject, hasSeals: true })).toBe(subject);
    expect(subjectForStaff({ kind: "shipped", subject, hasSeals: false })).toBe(subject);
  });

  it("see neither links that name their reader nor pictures from elsewhere", () => {
    expect(forStaff("Write: https://loop.example/this-week/abc and https://loop.example/shop")).toBe(
      "Write: [hidden: private link] and https://loop.example/shop",
    );
    expect(sheetForStaff('<a href="https://loop.example/a"><img src="b.png" alt="B"></a>', [])).toBe(
      '<a><img alt="B"></a>',
    );
  });
});
