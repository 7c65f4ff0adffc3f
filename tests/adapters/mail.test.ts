import { mkdtemp, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import PostalMime, { type Email } from "postal-mime";
import { beforeEach, describe, expect, it } from "vitest";
import type { Mail, OutgoingMessage } from "~/adapters/mail/contract";
import { createFileMail } from "~/adapters/mail/file.server";
import { createSmtpMail } from "~/adapters/mail/smtp.server";
import { settings } from "~/adapters/settings.server";
import { type MailRelay, openMailRelay } from "../support/mail-relay";

const newFolder = () => mkdtemp(join(settings.dataFolder, "mail-"));
const clientName = "shop.loop.example";
const from = { name: "Loop", address: "hello@loop.example" };

function message(changes: Partial<OutgoingMessage> = {}): OutgoingMessage {
  return {
    messageId: "8f3k2m@loop.example",
    kind: "verification_code",
    to: { name: "Margaret Okafor", address: "margaret@example.com" },
    subject: "Your Loop verification code",
    text: "Hello Margaret,\n\nYour verification code is 204816\n",
    html: "<p>Hello Margaret,</p><p>Your verification code is <b>204816</b></p>",
    at: new Date("2026-11-20T14:15:00Z"),
    ...changes,
  };
}

interface Arrived {
  /** The recipients: those of the envelope, or for a file, which has none, those of the headers. */
  recipients: string[];
  raw: string;
  email: Email;
}

interface Carrier {
  name: string;
  open(): Promise<{ mail: Mail; arrived(): Promise<Arrived[]>; close(): Promise<void> }>;
}

const parse = (raw: string) => PostalMime.parse(raw);
const recipientsOf = (email: Email) =>
  [...(email.to ?? []), ...(email.cc ?? []), ...(email.bcc ?? [])].map((one) => one.address ?? "");

const carriers: Carrier[] = [
  {
    name: "a folder of files",
    async open() {
      const folder = await newFolder();
      return {
        mail: createFileMail({ folder, from }),
        async arrived() {
          const names = (await readdir(folder)).sort();
          return Promise.all(
            names.map(async (name) => {
              const raw = await readFile(join(folder, name), "utf8");
              const email = await parse(raw);
              return { recipients: recipientsOf(email), raw, email };
            }),
          );
        },
        close: async () => {},
      };
    },
  },
  {
    name: "an SMTP server",
    async open() {
      const relay = await openMailRelay();
      return {
        mail: createSmtpMail({ url: relay.url, from, clientName }),
        arrived: () =>
          Promise.all(relay.received.map(async ({ to, raw }) => ({ recipients: [to], raw, email: await parse(raw) }))),
        close: relay.close,
      };
    },
  },
];

/** Addresses that try to reach a second mailbox or to inject a header. */
const BAD_ADDRESSES = [
  "a@example.com, b@example.com",
  "a@example.com,b@example.com",
  "a@example.com;b@example.com",
  "friends: a@example.com, b@example.com;",
  "undisclosed-recipients:;",
  "A <a@example.com>, B <b@example.com>",
  "A <a@example.com>",
  "<a@example.com>",
  "a@example.com\r\nBcc: b@example.com",
  "a@example.com\nRCPT TO:<b@example.com>",
  "a@example.com\0@b.example",
  '"a@example.com, b"@example.com',
  "a@b@example.com",
  "a@example.com (b@example.com)",
  "@relay.example:a@example.com",
  "a b@example.com",
  "a@example.com ",
  "a",
  "",
];
const BAD_WORDS = [
  "Eve\r\nBcc: eve@example.com",
  "Eve\nCc: eve@example.com",
  "Eve\rTo: eve@example.com",
  "Eve\r\n\r\n<p>A body of my own</p>",
  "Eve\r\n Bcc: eve@example.com",
  'Eve" <eve@example.com>, "Bob',
  "eve@example.com, bob@example.com",
  "friends: eve@example.com, bob@example.com;",
  "<eve@example.com>",
  "Eve\u2028Bcc: eve@example.com",
  "Eve\0Bcc: eve@example.com",
  "=?utf-8?Q?Eve=0D=0ABcc:_eve@example.com?=",
  "Eve\\",
  "Eve (eve@example.com)",
  `Eve ${"x".repeat(400)}\r\nBcc: eve@example.com`,
];
const OUR_HEADERS = [
  "auto-submitted",
  "content-transfer-encoding",
  "content-type",
  "date",
  "feedback-id",
  "from",
  "message-id",
  "mime-version",
  "subject",
  "to",
];

describe.each(carriers)("mail by $name", (carrier) => {
  let open: Awaited<ReturnType<Carrier["open"]>>;
  beforeEach(async () => {
    open = await carrier.open();
    return () => open.close();
  });

  async function onlyOne(): Promise<Arrived> {
    const arrived = await open.arrived();
    expect(arrived).toHaveLength(1);
    const [one] = arrived;
    if (one === undefined) throw new Error("Nothing arrived.");
    return one;
  }

  it("sends a whole email: both parts, its identifier and its date", async () => {
    expect(await open.mail.post(message())).toMatchObject({ ok: true });
    const { email, recipients } = await onlyOne();
    expect(recipients).toEqual(["margaret@example.com"]);
    expect(email.from).toMatchObject({ name: "Loop", address: "hello@loop.example" });
    expect(email.to).toMatchObject([{ name: "Margaret Okafor", address: "margaret@example.com" }]);
    expect(email.subject).toBe("Your Loop verification code");
    expect(email.messageId).toBe("<8f3k2m@loop.example>");
    expect(new Date(email.date ?? "")).toEqual(new Date("2026-11-20T14:15:00Z"));
    expect(email.text).toContain("Your verification code is 204816");
    expect(email.html).toContain("<b>204816</b>");
    expect(email.attachments).toEqual([]);
  });

  it("asks before the end of an email, and where that is refused nothing arrives", async () => {
    let atEnd: number | undefined;
    const mayEnd = async () => {
      atEnd = (await open.arrived()).length;
    };
    expect(await open.mail.post(message(), mayEnd)).toMatchObject({ ok: true });
    expect([atEnd, (await open.arrived()).length]).toEqual([0, 1]);
    const mayNot = () => Promise.reject(new Error("Another worker has it."));
    const second = message({ messageId: "9g4l3n@loop.example" });
    const refused = await open.mail.post(second, mayNot);
    expect(refused).toEqual({
      ok: false,
      permanent: false,
      message: expect.stringContaining("Another worker has it."),
    });
    expect(await open.arrived()).toHaveLength(1);
    expect(await open.mail.post(second, async () => {})).toMatchObject({ ok: true });
    expect(await open.arrived()).toHaveLength(2);
  });

  it("says nothing of stopping emails when the email is about an order", async () => {
    await open.mail.post(message());
    const { email } = await onlyOne();
    expect(email.headers.map((header) => header.key).sort()).toEqual(
      OUR_HEADERS.filter((key) => key !== "content-transfer-encoding"),
    );
  });

  it("lets other emails be stopped with one click", async () => {
    await open.mail.post(message({ unsubscribeUrl: "https://loop.example/unsubscribe/8f3k2m" }));
    const headers = new Map((await onlyOne()).email.headers.map(({ key, value }) => [key, value]));
    expect(headers.get("list-unsubscribe")).toBe("<https://loop.example/unsubscribe/8f3k2m>");
    expect(headers.get("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
  });

  it("keeps every character of every alphabet", async () => {
    const name = "Zoë Ó Briain-Łukasz 王小明 🧵";
    const text = "Grüße, 王! £69.99 — “always” 🧵\n.\n..leading dots\nFrom the start\n";
    await open.mail.post(
      message({
        to: { name, address: "zoe@example.com" },
        subject: `For ${name}`,
        text,
        html: `<p>${text}</p>`,
      }),
    );
    const { email } = await onlyOne();
    expect(email.to?.[0]?.name).toBe(name);
    expect(email.subject).toBe(`For ${name}`);
    expect(email.text?.replaceAll("\r\n", "\n").trimEnd()).toBe(text.trimEnd());
    expect(email.html).toContain("Grüße, 王! £69.99 — “always” 🧵");
  });

  it.each(BAD_ADDRESSES)("refuses to be sent to %j", async (address) => {
    await expect(open.mail.post(message({ to: { name: "Margaret", address } }))).rejects.toThrow("one plain address");
    expect(await open.arrived()).toEqual([]);
  });

  /** One email arrived, to its one recipient, with our headers alone and its text unchanged. */
  async function expectNothingMore() {
    const { email, recipients, raw } = await onlyOne();
    expect(recipients).toEqual(["margaret@example.com"]);
    expect(recipientsOf(email)).toEqual(["margaret@example.com"]);
    expect(OUR_HEADERS).toEqual(expect.arrayContaining(email.headers.map((header) => header.key)));
    expect(raw).not.toMatch(/^(bcc|cc):/im);
    expect(email.text?.trim()).toBe(message().text.trim());
  }

  it.each(BAD_WORDS)("has one recipient and no header more when somebody is called %j", async (name) => {
    await open.mail.post(message({ to: { name, address: "margaret@example.com" } }));
    await expectNothingMore();
  });

  it.each(BAD_WORDS)("has one recipient and no header more when the subject is %j", async (subject) => {
    await open.mail.post(message({ subject }));
    await expectNothingMore();
  });

  it("lets a mail client decode nothing in a name or a subject", async () => {
    // Decoded, it is "£500 evil.co/uk": a sum and a link that no name may have.
    const name = "=?utf-8?B?wqM1MDAgZXZpbC5jby91aw==?=";
    const to = { name, address: "margaret@example.com" };
    await open.mail.post(message({ to, subject: `${name} has given you a year in a book` }));
    const { email } = await onlyOne();
    const shown = name.replaceAll("=?", "= ?");
    expect(email.to?.[0]?.name).toBe(shown);
    expect(email.subject).toBe(`${shown} has given you a year in a book`);
  });

  it.each(["../../etc/passwd@loop.example", "a b@loop.example", "a\r\nBcc: b@example.com", "a@b@c", "noat"])(
    "refuses the identifier %j",
    async (messageId) => {
      await expect(open.mail.post(message({ messageId }))).rejects.toThrow("identifier");
      expect(await open.arrived()).toEqual([]);
    },
  );

  it("reads words that look like a path as words", async () => {
    await open.mail.post(message({ text: "file:///etc/passwd", html: "/etc/passwd" }));
    const { email } = await onlyOne();
    expect(email.text?.trim()).toBe("file:///etc/passwd");
    expect(email.html?.trim()).toBe("/etc/passwd");
  });

  it("reports that emails can be sent", async () => {
    expect(await open.mail.check()).toEqual({ ok: true });
  });
});

describe("the folder of files", () => {
  it("keeps one file of an email that is sent twice, even at another moment", async () => {
    const folder = await newFolder();
    const mail = createFileMail({ folder, from });
    await mail.post(message());
    await mail.post(message({ at: new Date("2026-11-20T15:00:00Z") }));
    expect(await readdir(folder)).toEqual(["2026-11-20T141500.000Z-8f3k2m.eml"]);
  });

  it("is made when it is not there yet", async () => {
    const folder = join(await newFolder(), "deep", "mail");
    await createFileMail({ folder, from }).post(message());
    expect(await readdir(folder)).toHaveLength(1);
  });

  it("asks for another try when it cannot be written", async () => {
    const mail = createFileMail({ folder: "/dev/null/mail", from });
    expect(await mail.post(message())).toMatchObject({ ok: false, permanent: false });
    expect(await mail.check()).toMatchObject({ ok: false });
  });
});

describe("the SMTP server", () => {
  let relay: MailRelay;
  beforeEach(async () => {
    relay = await openMailRelay();
    return () => relay.close();
  });
  const to = (address: string) => ({ to: { name: "Margaret", address } });
  const send = (changes: Partial<OutgoingMessage> = {}) =>
    createSmtpMail({ url: relay.url, from, clientName }).post(message(changes));

  it.each([
    ["RCPT TO", "550 5.1.1 No such user"],
    ["RCPT TO", "550 5.1.2 No such domain"],
    ["RCPT TO", "556 5.1.10 The domain takes no mail"],
    ["RCPT TO", "550 5.2.1 The mailbox is disabled"],
    ["DATA", "550 5.1.1 No such user"],
  ] as const)("gives an email up when the response to %s is %j, which blames the recipient", async (stage, reply) => {
    relay.refusal = (at) => (at.stage === stage ? reply : null);
    expect(await send()).toEqual({ ok: false, permanent: true, message: reply });
  });

  it.each([
    ["MAIL FROM", "550 5.1.1 Sender not verified"],
    ["MAIL FROM", "530 5.7.0 Authentication required"],
    ["MAIL FROM", "550 Not you"],
    ["RCPT TO", "550 5.7.1 Sender not verified"],
    ["RCPT TO", "550 5.1.0 Sender rejected"],
    ["RCPT TO", "550 5.1.7 Sender address rejected"],
    ["RCPT TO", "550 5.1.8 Access denied, bad outbound sender"],
    ["RCPT TO", "550 5.1.90 You have reached your daily limit"],
    ["RCPT TO", "554 5.7.1 Relay access denied"],
    ["RCPT TO", "552 5.2.2 Quota exceeded"],
    ["RCPT TO", "550 No"],
    ["RCPT TO", "450 4.2.1 Busy"],
    ["RCPT TO", "451 4.1.1 Look later"],
    ["DATA", "554 5.7.1 We don’t want this"],
    ["DATA", "550 5.4.5 Daily sending quota exceeded"],
    ["DATA", "554 No"],
  ] as const)("asks for another try when the response to %s is %j", async (stage, reply) => {
    relay.refusal = (at) => (at.stage === stage ? reply : null);
    expect(await send()).toEqual({ ok: false, permanent: false, message: reply });
  });

  it("hears the shop’s public name, and that nobody wrote the email by hand", async () => {
    await send();
    expect(relay.received[0]?.hello).toBe("shop.loop.example");
    expect(relay.received[0]?.raw).toMatch(/^Auto-Submitted: auto-generated\r$/m);
  });

  it("hears where an email comes back to, which its reader does not see", async () => {
    await send({ returnPath: "bounces+8f3k2m.0a1b@loop.example" });
    await send();
    expect(relay.received.map((one) => one.from)).toEqual(["bounces+8f3k2m.0a1b@loop.example", "hello@loop.example"]);
    expect(relay.received[0]?.raw).toContain("From: Loop <hello@loop.example>");
    expect(relay.received[0]?.raw).not.toContain("bounces+");
  });

  it("gets an address with accents before the @ only if it offers SMTPUTF8", async () => {
    expect(await send(to("zoë@example.com"))).toMatchObject({ ok: true });
    expect(relay.received[0]?.to).toBe("zoë@example.com");
    const old = await openMailRelay({ hideSMTPUTF8: true });
    const mail = createSmtpMail({ url: old.url, from, clientName });
    const refused = { ok: false, permanent: true, message: expect.stringContaining("SMTPUTF8") };
    expect(await mail.post(message(to("zoë@example.com")))).toEqual(refused);
    expect(old.asked).toBe(0);
    expect(await mail.post(message(to("zoe@bücher.example")))).toMatchObject({ ok: true });
    await old.close();
  });

  it("asks for another try when our password is wrong", async () => {
    const url = relay.url.replace("smtp://", "smtp://loop:wrong@");
    const mail = createSmtpMail({ url, from, clientName });
    expect(await mail.post(message())).toMatchObject({ ok: false, permanent: false });
    expect(await mail.check()).toMatchObject({ ok: false });
  });

  it("asks for another try when nobody responds", async () => {
    const gone = await openMailRelay();
    await gone.close();
    const mail = createSmtpMail({ url: gone.url, from, clientName });
    expect(await mail.post(message())).toMatchObject({ ok: false, permanent: false });
    expect(await mail.post(message(to("zoë@example.com")))).toMatchObject({ ok: false, permanent: false });
    expect(await mail.check()).toMatchObject({ ok: false });
  });
});
