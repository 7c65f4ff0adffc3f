import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { mail } from "~/adapters/adapters.server";
import { settings } from "~/adapters/settings.server";
import { layOutEmail } from "~/domain/mail/layout/email-layout";
import { seller } from "~/domain/mail/layout/seller.server";
import { codeInEmail, openLocalMailbox } from "~/domain/mail/outbox/mailbox.server";
import { verificationCode } from "~/domain/people/accounts/account-emails";

const MORNING = Date.parse("2026-11-20T08:00:00Z");

let posted = 0;

/** Sends emails, each a minute after the one before. */
async function post(changes: { to?: string; code?: string } = {}): Promise<string> {
  posted += 1;
  const { to = "margaret@demo.loop.example", code = "204816" } = changes;
  const message = layOutEmail(verificationCode({ firstName: "Margaret", code, minutes: 10 }), seller, null);
  const messageId = `email${posted}@loop.example`;
  const result = await mail.post({
    messageId,
    kind: "verification_code",
    to: { name: "Margaret Okafor", address: to },
    subject: message.subject,
    text: message.text,
    html: message.html,
    at: new Date(MORNING + posted * 60_000),
  });
  expect(result).toEqual({ ok: true });
  return messageId;
}

function openBox() {
  const mailbox = openLocalMailbox();
  if (!mailbox) throw new Error("There is no mailbox here.");
  return mailbox;
}

describe("the mailbox of this machine", () => {
  it("is empty before the first email", async () => {
    expect(await openBox().newest()).toEqual([]);
  });

  it("lists the newest email first, with whom it is to, its subject and its moment", async () => {
    await post({ to: "rosie@demo.loop.example" });
    await post({ to: "callum@demo.loop.example" });
    const [newest, older] = await openBox().newest();
    expect(newest).toMatchObject({
      to: "callum@demo.loop.example",
      subject: "Your Loop verification code",
      at: new Date(MORNING + posted * 60_000),
    });
    expect(older?.to).toBe("rosie@demo.loop.example");
  });

  it("shows the plain words of an email and the code in it", async () => {
    await post({ code: "031415" });
    const [newest] = await openBox().newest();
    const message = await openBox().read(newest?.name ?? "");
    expect(message?.text).toMatch(/^Hello Margaret,\n\nHere’s your code\n\n031415\n\n/);
    expect(message?.text).not.toMatch(/[\r<>]|=\n/);
    expect(codeInEmail(message?.text ?? "")).toBe("031415");
  });

  it("finds no code in an email that only mentions six digits", () => {
    expect(codeInEmail("Order LP-204816 was paid.\n\n204816\n\nIt says: Here’s your code\n\n204816!")).toBeNull();
  });

  it("holds back all but the newest fifty", async () => {
    for (let message = 0; message < 52; message += 1) await post();
    const newest = await openBox().newest();
    expect(newest).toHaveLength(50);
    expect(newest[0]?.at).toEqual(new Date(MORNING + posted * 60_000));
  });

  describe("beside other files", () => {
    const folder = settings.mail.kind === "file" ? settings.mail.folder : "";
    const elsewhere = join(settings.dataFolder, "elsewhere.eml");

    beforeEach(() => {
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, ".half-written.eml"), "Subject: not yet\r\n\r\n");
      writeFileSync(join(folder, "9999-notes.txt"), "no email");
      writeFileSync(elsewhere, "Subject: not in the mailbox\r\n\r\n");
    });

    it.each([".half-written.eml", "9999-notes.txt", "../elsewhere.eml", elsewhere, "", "none.eml"])(
      "there is no email named %s",
      async (name) => {
        expect(await openBox().read(name)).toBeNull();
        expect((await openBox().newest()).map((message) => message.name)).not.toContain(name);
      },
    );
  });
});

describe("where emails leave the machine", () => {
  afterEach(() => {
    delete process.env.SMTP_URL;
    delete process.env.MAIL_FROM;
    vi.resetModules();
  });

  it("there is no mailbox to look into", async () => {
    vi.resetModules();
    process.env.SMTP_URL = "smtp://localhost:2525";
    process.env.MAIL_FROM = "hello@loop.example";
    const elsewhere = await import("~/domain/mail/outbox/mailbox.server");
    expect(elsewhere.openLocalMailbox()).toBeNull();
  });
});
