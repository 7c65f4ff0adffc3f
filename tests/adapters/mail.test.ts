import { mkdtemp, readdir, readFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Mail, OutgoingMessage } from "~/adapters/mail/contract";
import { createFileMail } from "~/adapters/mail/file.server";
import { createSmtpMail } from "~/adapters/mail/smtp.server";
import { settings } from "~/adapters/settings.server";

const newFolder = () => mkdtemp(join(settings.dataFolder, "mail-"));
const from = { name: "Loop", address: "hello@loop.example" };

function message(changes: Partial<OutgoingMessage> = {}): OutgoingMessage {
  return {
    messageId: "8f3k2m@loop.example",
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
      const server = await listen();
      return {
        mail: createSmtpMail({ url: server.url, from }),
        arrived: () =>
          Promise.all(
            server.received.map(async ({ recipients, raw }) => ({
              recipients,
              raw,
              email: await parse(raw),
            })),
          ),
        close: server.close,
      };
    },
  },
];

async function listen() {
  const received: { recipients: string[]; raw: string }[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    logger: false,
    onRcptTo(address, _session, callback) {
      const answers: Record<string, number> = { "nobody@example.com": 550, "later@example.com": 451 };
      const code = answers[address.address];
      callback(code === undefined ? null : Object.assign(new Error("No."), { responseCode: code }));
    },
    onMailFrom(address, _session, callback) {
      const isBarred = address.address === "barred@loop.example";
      callback(isBarred ? Object.assign(new Error("Not you."), { responseCode: 550 }) : null);
    },
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const raw = Buffer.concat(chunks).toString("utf8");
        if (raw.includes("Subject: Unwelcome")) {
          callback(Object.assign(new Error("We do not want this."), { responseCode: 554 }));
          return;
        }
        received.push({ recipients: session.envelope.rcptTo.map((one) => one.address), raw });
        callback();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

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
  "content-transfer-encoding",
  "content-type",
  "date",
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
    expect(await open.mail.post(message())).toEqual({ ok: true });
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
    await expect(open.mail.post(message({ to: { name: "Margaret", address } }))).rejects.toThrow(
      "one plain address",
    );
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

  it("answers that emails can be sent", async () => {
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
  let server: Awaited<ReturnType<typeof listen>>;
  beforeAll(async () => {
    server = await listen();
  });
  afterAll(() => server.close());
  const to = (address: string) => ({ to: { name: "Margaret", address } });

  it("refuses for good a mailbox that does not exist", async () => {
    const answer = await createSmtpMail({ url: server.url, from }).post(message(to("nobody@example.com")));
    expect(answer).toMatchObject({ ok: false, permanent: true, message: expect.stringContaining("550") });
  });

  it("refuses for good an email it does not want", async () => {
    const answer = await createSmtpMail({ url: server.url, from }).post(message({ subject: "Unwelcome" }));
    expect(answer).toMatchObject({ ok: false, permanent: true });
  });

  it("asks for another try when the mailbox is busy", async () => {
    const answer = await createSmtpMail({ url: server.url, from }).post(message(to("later@example.com")));
    expect(answer).toMatchObject({ ok: false, permanent: false });
  });

  it("asks for another try when it is us who are refused", async () => {
    const barred = { name: "Loop", address: "barred@loop.example" };
    const answer = await createSmtpMail({ url: server.url, from: barred }).post(message());
    expect(answer).toMatchObject({ ok: false, permanent: false });
  });

  it("asks for another try when our password is wrong", async () => {
    const url = server.url.replace("smtp://", "smtp://loop:wrong@");
    const mail = createSmtpMail({ url, from });
    expect(await mail.post(message())).toMatchObject({ ok: false, permanent: false });
    expect(await mail.check()).toMatchObject({ ok: false });
  });

  it("asks for another try when nobody answers", async () => {
    const gone = await listen();
    await gone.close();
    const mail = createSmtpMail({ url: gone.url, from });
    expect(await mail.post(message())).toMatchObject({ ok: false, permanent: false });
    expect(await mail.check()).toMatchObject({ ok: false });
  });
});
