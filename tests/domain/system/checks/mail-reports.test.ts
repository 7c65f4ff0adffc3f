import { expect, it, vi } from "vitest";

vi.hoisted(() => {
  Object.assign(process.env, {
    SMTP_URL: "smtps://loop:password@mail.example:465",
    MAIL_FROM: "hello@loop.example",
    MAIL_WEBHOOK: "postmark",
    MAIL_WEBHOOK_SECRET: "postmark:a-password-of-twenty-five",
  });
});

import { receiveReports } from "~/domain/mail/bounces/delivery-reports.server";
import { findingsOf } from "~/domain/system/checks/doctor.server";
import { MAIL_REPORTS } from "~/domain/system/checks/mail-reports.server";
import { later, NOW } from "../../../support/people";

const ask = async () => (await findingsOf(MAIL_REPORTS, later(3600)))[0];

it("the doctor says where emails that came back are reported, when one last was, and never the password", async () => {
  expect(await ask()).toMatchObject({ state: "well", message: expect.stringContaining("Nothing has come to http") });
  const Authorization = `Basic ${Buffer.from("postmark:a-password-of-twenty-five").toString("base64")}`;
  const body = { RecordType: "Bounce", Type: "SoftBounce", Email: "ada@example.com", BouncedAt: NOW.toISOString() };
  await receiveReports(Buffer.from(JSON.stringify(body)), new Headers(), NOW);
  expect((await ask())?.message).toContain("Nothing has come");
  await receiveReports(Buffer.from(JSON.stringify(body)), new Headers({ Authorization }), NOW);
  const found = await ask();
  expect(found?.message).toMatch(/\/webhooks\/mail\/postmark 60 min ago\. Emails delayed so far: 1\.$/);
  expect(JSON.stringify(found)).not.toContain("a-password");
});
