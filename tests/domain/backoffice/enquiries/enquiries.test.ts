import { parse } from "node-html-parser";
import { beforeEach, describe, expect, it } from "vitest";
import { db } from "#db/client.server";
import { attempts, emails, enquiries } from "#db/schema";
import { sendEnquiry } from "~/domain/backoffice/enquiries/enquiries.server";
import { type Enquiry, enquiryMailto, messageLength } from "~/domain/backoffice/enquiries/enquiry";
import { seller } from "~/domain/mail/layout/seller.server";

const MORNING = new Date("2026-11-20T08:00:00Z");
const later = (minutes: number, seconds = 0) => new Date(MORNING.getTime() + (minutes * 60 + seconds) * 1000);
const rosie: Enquiry = {
  name: "Rosie Hale",
  email: "rosie@example.com",
  message: "Is there a loop for twins?",
};

function send(changes: Partial<Enquiry> & { from?: string; at?: Date } = {}) {
  const { from = "192.0.2.7", at = MORNING, ...words } = changes;
  return sendEnquiry({ ...rosie, ...words }, from, at);
}

beforeEach(() => {
  for (const table of [enquiries, emails, attempts]) db.delete(table).run();
});

describe("an enquiry that is sent", () => {
  it("is one row, with the words as they were written", () => {
    const sent = send();
    expect(sent.ok).toBe(true);
    expect(db.select().from(enquiries).all()).toEqual([{ id: sent.ok && sent.enquiryId, ...rosie, at: MORNING }]);
  });

  it("is one email to the company and to nobody else", () => {
    send();
    const written = db.select().from(emails).all();
    expect(written).toHaveLength(1);
    expect(written[0]).toMatchObject({
      kind: "enquiry",
      toEmail: seller.email,
      toName: seller.name,
      subject: "Customer Enquiry",
      accountId: null,
      state: "waiting",
      nextTryAt: MORNING,
    });
  });

  it("says who wrote and what, in both parts of the email", () => {
    send({ message: "Is there a loop for twins?\n\nThey share everything but sleep." });
    const [message] = db.select().from(emails).all();
    const shown = parse(message?.htmlBody ?? "").structuredText;
    for (const part of [message?.textBody, shown]) {
      expect(part).toContain("Name: Rosie Hale");
      expect(part).toContain("Email: rosie@example.com");
      expect(part).toContain("Is there a loop for twins?");
      expect(part).toContain("They share everything but sleep.");
    }
    expect(message?.textBody).toContain("twins?\n\nThey share");
  });

  it("keeps its markup as words and leads nowhere but to the address to answer and to our privacy policy", () => {
    send({
      name: 'Rosie "Ro" & Co',
      email: "rosie+twins@example.com",
      message: '<script>alert("hello")</script> <a href="https://elsewhere.example">a bargain</a>',
    });
    const [message] = db.select().from(emails).all();
    const page = parse(message?.htmlBody ?? "");
    expect(page.querySelectorAll("script")).toEqual([]);
    expect(page.querySelectorAll("a").map((link) => link.getAttribute("href"))).toEqual([
      "mailto:rosie%2Btwins@example.com?subject=Re%3A%20Customer%20Enquiry",
      expect.stringMatching(/\/privacy$/),
    ]);
    expect(message?.htmlBody).toContain("&lt;script&gt;alert(&quot;hello&quot;)&lt;/script&gt;");
    expect(message?.htmlBody).toContain("Rosie &quot;Ro&quot; &amp; Co");
    expect(message?.textBody).not.toContain("https://elsewhere.example");
  });

  it("leaves no row where its email cannot be written", () => {
    db.run("CREATE TRIGGER no_post BEFORE INSERT ON emails BEGIN SELECT RAISE(ABORT, 'no post'); END");
    expect(() => send()).toThrow();
    db.run("DROP TRIGGER no_post");
    expect(db.select().from(enquiries).all()).toEqual([]);
    expect(db.select().from(emails).all()).toEqual([]);
  });
});

describe("how often an enquiry can be sent", () => {
  it("takes three from one e-mail address in ten minutes and refuses the fourth", () => {
    for (const minute of [0, 4, 9]) expect(send({ at: later(minute) }).ok).toBe(true);
    expect(send({ at: later(9, 59) })).toEqual({ ok: false, reason: "too_many_by_email" });
    expect(db.select().from(enquiries).all()).toHaveLength(3);
    expect(db.select().from(emails).all()).toHaveLength(3);
  });

  it("takes the next one ten minutes after the first", () => {
    for (const minute of [0, 4, 9]) send({ at: later(minute) });
    expect(send({ at: later(10) }).ok).toBe(true);
    expect(send({ at: later(10) }).ok).toBe(false);
  });

  it("recognises an e-mail address in upper and lower case", () => {
    for (const email of ["rosie@example.com", "Rosie@example.com", "ROSIE@EXAMPLE.COM"]) send({ email });
    expect(send()).toEqual({ ok: false, reason: "too_many_by_email" });
  });

  it("counts every e-mail address by itself", () => {
    for (const minute of [0, 1, 2]) send({ at: later(minute) });
    expect(send({ email: "tom@example.com" }).ok).toBe(true);
  });

  it("takes ten from one network address in an hour and refuses the eleventh", () => {
    for (let guest = 1; guest <= 10; guest += 1) {
      expect(send({ email: `guest${guest}@example.com` }).ok).toBe(true);
    }
    const eleventh = { email: "guest11@example.com", at: later(59, 59) };
    expect(send(eleventh)).toEqual({ ok: false, reason: "too_many_by_address" });
    expect(send({ ...eleventh, from: "192.0.2.8" }).ok).toBe(true);
    expect(send({ email: "guest12@example.com", at: later(60) }).ok).toBe(true);
  });
});

describe("the same enquiry from one's own e-mail client", () => {
  const fields = (link: string) => {
    const url = new URL(link);
    return { to: url.pathname, subject: url.searchParams.get("subject"), body: url.searchParams.get("body") };
  };

  it("goes to the company with the same subject and words", () => {
    const link = enquiryMailto("hello@loop.example", { ...rosie, message: "Two lines\r\n& no more?" });
    expect(fields(link)).toEqual({
      to: "hello@loop.example",
      subject: "Customer Enquiry",
      body: "Name: Rosie Hale\r\nEmail: rosie@example.com\r\n\r\nMessage:\r\nTwo lines\r\n& no more?",
    });
  });

  it("has room for the words where nothing is typed yet", () => {
    expect(fields(enquiryMailto("hello@loop.example", {})).body).toBe("Name: \r\nEmail: \r\n\r\nMessage:\r\n");
  });
});

describe("the counter under a message", () => {
  it("counts as the browser does, a line end once", () => {
    expect(messageLength("")).toBe(0);
    expect(messageLength("ab\r\ncd")).toBe(5);
  });
});
