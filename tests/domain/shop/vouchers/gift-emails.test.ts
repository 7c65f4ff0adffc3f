import { describe, expect, it } from "vitest";
import { htmlOf } from "~/domain/mail/layout/email-html";
import { textOf } from "~/domain/mail/layout/email-text";
import { giftForYou } from "~/domain/shop/vouchers/gift-emails";

const GIFT = {
  code: "K7QM-4XPD-92HR",
  lastDay: "20 November 2027",
  loopName: null,
  redeemAt: "loop.example/redeem",
  redeemUrl: "https://loop.example/redeem#K7QM-4XPD-92HR",
  theme: null,
  recipientName: "Maya",
  giverName: "Jean",
  keepMessage: (line: string) => line,
};

describe("the email with a gift", () => {
  it("keeps the lines and the blank lines of its giver's message", () => {
    const { blocks } = giftForYou({ ...GIFT, message: "One <line>\nand another\n\nand a paragraph" });
    expect(textOf(blocks)).toContain("Dear Maya,\n\nOne <line>\nand another\n\nand a paragraph\nJean");
    const paragraphs = [...htmlOf(blocks).matchAll(/<p class="msg"[^>]*>(.*?)<\/p>/g)].map(([, words]) => words);
    expect(paragraphs).toEqual(["Dear Maya,", "One &lt;line&gt;<br>and another", "and a paragraph", "Jean"]);
  });

  it("has no message where there is none", () => {
    const { blocks } = giftForYou({ ...GIFT, message: "  " });
    expect(textOf(blocks)).not.toContain("\n\n\n");
    expect(htmlOf(blocks)).not.toContain('class="msg"');
  });
});
