import { createHash, generateKeyPairSync, verify } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { OutgoingMessage } from "~/adapters/mail/contract";
import { composeMessage } from "~/adapters/mail/message.server";

const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const from = { name: "Loop", address: "hello@loop.example" };
const signedBy = { ...from, dkim: { selector: "loop2026", privateKey } };

const email = (changes: Partial<OutgoingMessage> = {}): OutgoingMessage => ({
  messageId: "8f3k2m@loop.example",
  kind: "weekly",
  to: { name: "Zoë Okafor", address: "zoe@example.com" },
  subject: "Grüße – what made you laugh this week?",
  text: "Hello Zoë,\n\n  two  spaces\t\n\n\n",
  html: "<p>Hello Zoë,  </p>\n\n",
  unsubscribeUrl: "https://loop.example/unsubscribe/8f3k2m",
  at: new Date("2026-11-20T14:15:00Z"),
  ...changes,
});

const compose = async (sender: Parameters<typeof composeMessage>[1], changes: Partial<OutgoingMessage> = {}) =>
  (await composeMessage(email(changes), sender)).raw.toString("latin1");

/** The header fields of an email as they are written, and its body. */
function partsOf(raw: string) {
  const end = raw.indexOf("\r\n\r\n");
  return { fields: raw.slice(0, end).split(/\r\n(?![ \t])/), body: raw.slice(end + 4) };
}

const nameOf = (field: string) => field.slice(0, field.indexOf(":")).toLowerCase();
const bodyOf = (field: string) => field.slice(field.indexOf(":") + 1);
const spaced = (text: string) => text.replace(/\r\n/g, "").replace(/[ \t]+/g, " ");
const headerOf = (raw: string, name: string) => {
  const found = partsOf(raw).fields.find((field) => nameOf(field) === name);
  return found && spaced(bodyOf(found)).trim();
};

/** Checks a signature as RFC 6376 says, with relaxed header and body. Returns the fields it signs, or why it is wrong. */
function checkSignature(raw: string): string[] | string {
  const { fields, body } = partsOf(raw);
  const signature = fields.find((field) => nameOf(field) === "dkim-signature");
  if (!signature) return "none";
  const tags = new Map(
    bodyOf(signature)
      .split(";")
      .map((tag) => [tag.slice(0, tag.indexOf("=")).trim(), tag.slice(tag.indexOf("=") + 1).replace(/\s/g, "")]),
  );
  if (tags.get("d") !== "loop.example" || tags.get("s") !== "loop2026") return "of another domain";
  const lines = body.split("\r\n").map((line) => line.replace(/[ \t]+/g, " ").replace(/ $/, ""));
  const relaxed = `${lines.join("\r\n").replace(/(?:\r\n)+$/, "")}\r\n`;
  if (createHash("sha256").update(relaxed, "latin1").digest("base64") !== tags.get("bh")) return "of another body";
  const names = (tags.get("h") ?? "").split(":");
  const asSigned = (field: string) => `${nameOf(field)}:${spaced(bodyOf(field)).trim()}`;
  const signed = names.map((name) => asSigned(fields.findLast((field) => nameOf(field) === name) ?? ""));
  const unsigned = asSigned(signature).replace(/(; ?b=).*$/, "$1");
  const text = Buffer.from([...signed, unsigned].join("\r\n"), "latin1");
  const isRight = verify("sha256", text, publicKey, Buffer.from(tags.get("b") ?? "", "base64"));
  return isRight ? names : "wrong";
}

describe("an email of a shop with a key", () => {
  it("is signed for the domain it is from, with all that a reader sees and what its unsubscribing needs", async () => {
    const signed = checkSignature(await compose(signedBy));
    expect(signed).toEqual(
      expect.arrayContaining([
        ...["from", "to", "subject", "date", "message-id", "feedback-id"],
        ...["list-unsubscribe", "list-unsubscribe-post"],
      ]),
    );
  });

  it("can’t be changed without a trace", async () => {
    const raw = await compose(signedBy);
    expect(checkSignature(raw.replace("two  spaces", "two cheeses"))).toBe("of another body");
    expect(checkSignature(raw.replace("unsubscribe/8f3k2m", "unsubscribe/another"))).toBe("wrong");
    expect(checkSignature(raw.replace("Feedback-ID: weekly", "Feedback-ID: receipt"))).toBe("wrong");
  });

  it("is the same as without one, but for the signature", async () => {
    const boundary = /--_NmP-[\w-]+/g;
    const plain = (raw: string) => raw.replace(boundary, "").replace(/_NmP-[\w-]+/g, "");
    const raw = await compose(signedBy);

    const { fields, body } = partsOf(raw);
    const unsigned = [fields.filter((field) => nameOf(field) !== "dkim-signature").join("\r\n"), body].join("\r\n\r\n");
    expect(plain(unsigned)).toBe(plain(await compose(from)));
  });
});

describe("an email of a shop without a key", () => {
  it("is not signed, because its relay does that", async () => {
    expect(checkSignature(await compose(from))).toBe("none");
    expect(checkSignature(await compose({ ...from, dkim: null }))).toBe("none");
  });
});

it("says of which kind and which sender an email is, so that complaints can be counted by kind", async () => {
  expect(headerOf(await compose(from), "feedback-id")).toBe("weekly:loopexample");
  const long = { name: "Loop", address: "hello@memories.of-a-whole-year.example" };
  expect(headerOf(await compose(long, { kind: "gift" }), "feedback-id")).toBe("gift:memoriesofawhol");
  expect(headerOf(await compose({ name: "Loop", address: "a@b.uk" }), "feedback-id")).toBe("weekly:buk00");
});
