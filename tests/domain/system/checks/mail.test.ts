import { expect, it } from "vitest";
import { DAY_MS } from "~/domain/kernel/time/durations";
import { findingsOf } from "~/domain/system/checks/doctor.server";
import { assessCertificate, MAIL } from "~/domain/system/checks/mail.server";
import { NOW } from "../../../support/people";

const RELAY = new URL("smtps://mail.example");
const inDays = (days: number) => new Date(NOW.getTime() + days * DAY_MS);

it.each([
  [null, "warning", "mail.example showed no certificate."],
  [{ problem: "It has expired.", validUntil: inDays(-1) }, "failing", "It has expired."],
  [{ problem: null, validUntil: null }, "well", "It’s trusted."],
  [{ problem: null, validUntil: inDays(15) }, "well", "It’s trusted until 5 December 2026."],
  [{ problem: null, validUntil: inDays(14.9) }, "warning", "It’s trusted until 5 December 2026."],
])("a relay’s certificate, %j, is %s", (found, state, message) => {
  expect(assessCertificate(found, RELAY, NOW)).toMatchObject({ state, message: expect.stringContaining(message) });
});

it("a shop without a relay is told that emails are saved as files", async () => {
  const message = "No relay is set, so emails are saved as files.";
  expect(await findingsOf(MAIL, NOW)).toMatchObject([{ name: "Mail", state: "warning", message }]);
});
