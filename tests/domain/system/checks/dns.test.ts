import { describe, expect, it, vi } from "vitest";

vi.hoisted(() => {
  Object.assign(process.env, {
    SMTP_URL: "smtps://loop:password@mail.example:465",
    MAIL_FROM: "hello@loop.example",
    DKIM_SELECTOR: "loop2026",
  });
});

import { assessDns } from "~/domain/system/checks/dns.server";

const GOOD: Readonly<Record<string, string[]>> = {
  "iana.org": ["v=spf1 -all"],
  "loop.example": ["google-site-verification=x", "v=spf1 include:relay.example -all"],
  "loop2026._domainkey.loop.example": ["v=DKIM1; k=rsa; p=MIIB"],
  "_dmarc.loop.example": ["v=DMARC1; p=reject"],
};

/** DNS with these records; a name without any is not found. */
const dnsWith = (changes: Readonly<Record<string, string[]>>) => async (name: string) => {
  const found = { ...GOOD, ...changes }[name];
  if (!found?.length) throw Object.assign(new Error("queryTxt"), { code: "ENODATA" });
  // Long records come in parts.
  return found.map((record) => [record.slice(0, 7), record.slice(7)]);
};

const states = async (changes: Readonly<Record<string, string[]>> = {}) =>
  Object.fromEntries((await assessDns(dnsWith(changes))).map(({ name, state }) => [name?.slice(5), state]));

describe("DNS of the mail domain", () => {
  it("is well with SPF, DKIM and DMARC", async () => {
    expect(await states()).toEqual({ SPF: "well", DKIM: "well", DMARC: "well" });
  });

  it.each([
    ["no SPF", "SPF", { "loop.example": [] }, "failing"],
    ["two SPF records", "SPF", { "loop.example": ["v=spf1 -all", "v=spf1 ~all"] }, "failing"],
    ["an SPF that lets everybody send", "SPF", { "loop.example": ["v=spf1 +all"] }, "failing"],
    ["an SPF that leaves the rest open", "SPF", { "loop.example": ["v=spf1 mx ?all"] }, "warning"],
    ["no DKIM key", "DKIM", { "loop2026._domainkey.loop.example": [] }, "failing"],
    ["a withdrawn key", "DKIM", { "loop2026._domainkey.loop.example": ["v=DKIM1; p="] }, "failing"],
    ["no DMARC", "DMARC", { "_dmarc.loop.example": [] }, "failing"],
    ["a DMARC that only watches", "DMARC", { "_dmarc.loop.example": ["v=DMARC1; p=none"] }, "warning"],
  ])("with %s is not well", async (_, name, changes, state) => {
    expect(await states(changes)).toEqual({ SPF: "well", DKIM: "well", DMARC: "well", [name]: state });
  });

  it("that does not respond is unknown, which is no pass and no fault", async () => {
    for (const code of ["ECONNREFUSED", "ETIMEOUT", "ESERVFAIL", "ENOTFOUND"]) {
      const findings = await assessDns(async () => {
        throw Object.assign(new Error("queryTxt"), { code });
      });
      expect(findings.map(({ state }) => state)).toEqual(["unknown", "unknown", "unknown"]);
      expect(findings[0]?.message).toBe("The lookup failed.");
    }
  });
});
