import { expect, it, vi } from "vitest";

vi.hoisted(() => {
  Object.assign(process.env, { SMTP_URL: "smtps://loop:password@mail.example:465", MAIL_FROM: "hello@loop.example" });
});

import { findingsOf } from "~/domain/system/checks/doctor.server";
import { MAIL_REPORTS } from "~/domain/system/checks/mail-reports.server";
import { serviceCheck } from "~/domain/system/health/service-checks.server";
import { readBounceMailbox } from "~/jobs/read-bounces";
import { NOW } from "../../../../support/people";

it("the doctor warns a shop that hears of no email that came back, and names both ways to hear of them", async () => {
  const [found, ...others] = await findingsOf(MAIL_REPORTS, NOW);
  expect(others).toEqual([]);
  expect(found).toMatchObject({ name: "Emails that came back", state: "warning" });
  expect(found?.toDo).toMatch(/MAIL_WEBHOOK and .*BOUNCE_MAILBOX and/);
});

it("without a mailbox none is read", async () => {
  await readBounceMailbox(NOW);
  expect(serviceCheck("bounce-mailbox")).toBeUndefined();
});
