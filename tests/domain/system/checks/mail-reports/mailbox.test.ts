import { beforeEach, expect, it, vi } from "vitest";

vi.hoisted(() => {
  Object.assign(process.env, {
    SMTP_URL: "smtps://loop:password@mail.example:465",
    MAIL_FROM: "hello@loop.example",
    // Nothing listens there.
    BOUNCE_MAILBOX: "imaps://bounces:a%20secret%2Fword@127.0.0.1:1/INBOX",
    BOUNCE_ADDRESS: "bounces+*@loop.example",
  });
});

import { db } from "#db/client.server";
import { serviceChecks } from "#db/schema";
import { settings } from "~/adapters/settings.server";
import { noteReports } from "~/domain/mail/bounces/delivery-reports.server";
import { findingsOf } from "~/domain/system/checks/doctor.server";
import { MAIL_REPORTS } from "~/domain/system/checks/mail-reports.server";
import { serviceCheck } from "~/domain/system/health/service-checks.server";
import { readBounceMailbox } from "~/jobs/read-bounces";
import { later, NOW } from "../../../../support/people";

const ask = async () => await findingsOf(MAIL_REPORTS, later(3600));
beforeEach(() => void db.delete(serviceChecks).run());

it("the doctor signs in at the mailbox, and says why that fails without the password", async () => {
  const found = await ask();
  expect(found.map(({ name, state }) => [name, state])).toEqual([
    ["Emails that came back", "well"],
    ["Bounce mailbox", "failing"],
  ]);
  expect(found[1]?.message).toMatch(/^It can’t be read: .*ECONNREFUSED/);
  expect(found[1]?.toDo).toContain("BOUNCE_MAILBOX");
  expect(settings.bounces?.mailbox.password).toBe("a secret/word");
  expect(JSON.stringify(found)).not.toMatch(/a secret|a%20secret/);
});

it("the doctor says when something last came into the mailbox", async () => {
  expect((await ask())[0]?.message).toBe("Nothing has come to the bounce mailbox yet.");
  const report = { kind: "delayed", address: "ada@example.com", messageId: null, at: NOW, reply: "" } as const;
  noteReports([report], NOW);
  expect((await ask())[0]?.message).toContain("came to the bounce mailbox 60 min ago.");
});

it("a mailbox that can’t be read is recorded, so that its alarm comes when that lasts", async () => {
  await readBounceMailbox(NOW);
  expect(serviceCheck("bounce-mailbox")).toMatchObject({ okAt: null, failedAt: NOW });
  expect(serviceCheck("bounce-mailbox")?.failure).toContain("ECONNREFUSED");
});
