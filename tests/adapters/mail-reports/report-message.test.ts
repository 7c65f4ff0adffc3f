import { describe, expect, it } from "vitest";
import { readBounceMessage } from "~/adapters/mail-reports/report-message.server";
import { awayReply, feedbackReport, forwardedBounce, humanEmail, postfixBounce } from "./arrivals";

const NOW = new Date("2026-11-27T12:00:00Z");
const read = (raw: string) => readBounceMessage(Buffer.from(raw), NOW);

describe("a report of an email that came back", () => {
  it("says when, and why in the words of the mailbox’s server", async () => {
    expect((await read(postfixBounce())).reports).toEqual([
      {
        kind: "bounced",
        at: new Date("2026-11-20T14:20:00Z"),
        reply: "550 5.1.1 <zoe@example.com>: Recipient address rejected: User unknown",
      },
    ]);
  });

  it.each([
    ["bounced", "5.1.1", "smtp; 550 5.1.1 No such user"],
    ["bounced", "5.1.2", "smtp; 550 5.1.2 No such domain"],
    ["bounced", "5.1.10", "smtp; 550 5.1.10 RESOLVER.ADR.RecipientNotFound"],
    ["bounced", "5.2.1", "smtp; 550 5.2.1 The mailbox is disabled"],
    ["bounced", "5.0.0", "smtp; 550 5.1.1 No such user"],
    ["bounced", "5.0.0", "smtp; 554 This user doesn’t have an account"],
    ["delayed", "5.2.2", "smtp; 552 5.2.2 The mailbox is full"],
    ["delayed", "5.7.1", "smtp; 550 5.7.1 On a block list"],
    ["delayed", "5.0.0", "smtp; 550 5.7.26 This mail is unauthenticated"],
    ["delayed", "5.1.8", "smtp; 550 5.1.8 Bad outbound sender"],
    ["delayed", "4.4.7", "X-Local; message expired"],
    ["delayed", "4.2.2", "smtp; 452 4.2.2 The mailbox is full"],
  ] as const)("counts as %s at the status %s with “%s”", async (kind, status, diagnostic) => {
    const { reports } = await read(postfixBounce({ status, diagnostic }));
    expect(reports.map((report) => report.kind)).toEqual([kind]);
  });

  it.each([
    ["delayed", ["delayed"]],
    ["delivered", []],
    ["relayed", []],
    ["expanded", []],
  ])("whose action is %s says so much and no more", async (action, kinds) => {
    const { reports, isAutomatic } = await read(postfixBounce({ action, status: "5.1.1" }));
    expect(reports.map(({ kind }) => kind)).toEqual(kinds);
    expect(isAutomatic).toBe(true);
  });

  it("has the address that it came to, and that of the email’s envelope", async () => {
    const { addresses } = await read(postfixBounce({ to: "bounces+abc.def@loop.example" }));
    expect(addresses).toEqual(
      expect.arrayContaining(["bounces+abc.def@loop.example", "bounces+of-the-returned@loop.example"]),
    );
  });

  it.each(["Sat, 01 Jan 2050 00:00:00 +0000", "yesterday", ""])("with the date “%s” is of now", async (date) => {
    expect((await read(postfixBounce({ date }))).reports[0]?.at).toEqual(NOW);
  });
});

describe("a mailbox provider’s feedback", () => {
  it("is a complaint about the email that it names", async () => {
    const { reports, addresses, isAutomatic } = await read(feedbackReport({ sender: "bounces+abc@loop.example" }));
    expect(reports).toEqual([{ kind: "complained", at: new Date("2026-11-21T08:00:00Z"), reply: "" }]);
    expect(addresses).toContain("bounces+abc@loop.example");
    expect(addresses).not.toContain("bounces+written-in-it@loop.example");
    expect(isAutomatic).toBe(true);
  });

  it("that it was no spam is no complaint", async () => {
    expect((await read(feedbackReport({ type: "not-spam" }))).reports).toEqual([]);
  });
});

describe("any other message", () => {
  it("of somebody who is away reports nothing, and is known to be automatic", async () => {
    expect(await read(awayReply())).toMatchObject({ reports: [], isAutomatic: true });
  });

  it.each([
    ["of a person", humanEmail()],
    ["of a person who sends a report on", forwardedBounce()],
    ["with nothing in it", ""],
    ["that nests without end", `Content-Type: multipart/report; boundary=a\n\n${nested(300)}`],
  ])("%s reports nothing, and is left for people to read", async (_, raw) => {
    expect(await read(raw)).toMatchObject({ reports: [], isAutomatic: false });
  });

  it("is read from its beginning: what comes after 2,000 lines says nothing", async () => {
    const late = postfixBounce().replace("This is a MIME-encapsulated message.", "words\n".repeat(2000));
    expect(await read(late)).toMatchObject({ reports: [], isAutomatic: true });
    const early = postfixBounce().replace("This is a MIME-encapsulated message.", "words\n".repeat(1900));
    expect((await read(early)).reports).toHaveLength(1);
  });

  it("that is cut off in the middle breaks nothing", async () => {
    const whole = postfixBounce();
    for (let end = 0; end < whole.length; end += 97) {
      const { reports } = await read(whole.slice(0, end));
      expect(reports.length).toBeLessThanOrEqual(1);
    }
  });
});

const nested = (depth: number) =>
  Array.from(
    { length: depth },
    (_, at) => `--${"a".repeat(at + 1)}\nContent-Type: multipart/mixed; boundary=${"a".repeat(at + 2)}\n\n`,
  ).join("");
