import { expect, it } from "vitest";
import { htmlOf } from "~/domain/mail/layout/email-html";
import { textOf } from "~/domain/mail/layout/email-text";
import { accountDeleted, deletionRequested, guestDeletionRequested } from "~/domain/privacy/erasure/deletion-emails";
import { WHAT_STAYS } from "~/domain/shop/terms/what-stays";

const SAID = { firstName: "Ada", companyEmail: "hello@loop.example" };
const AT = new Date("2026-11-20T10:00:00Z");

it.each([
  ["the email that names the day", deletionRequested({ ...SAID, dueAt: AT, settingsUrl: "https://loop.example" })],
  ["the same to a guest", guestDeletionRequested({ ...SAID, dueAt: AT })],
  ["the receipt", accountDeleted({ ...SAID, at: AT, hadAccount: true })],
])("%s says all that stays after a deletion, in text and in HTML", (_, { blocks }) => {
  for (const sentence of WHAT_STAYS) {
    expect(textOf(blocks)).toContain(sentence);
    expect(htmlOf(blocks)).toContain(sentence);
  }
});
