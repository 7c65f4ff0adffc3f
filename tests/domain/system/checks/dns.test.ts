import { generateKeyPairSync } from "node:crypto";
import { afterEach, describe, expect, it, vi } from "vitest";

vi.hoisted(() => {
  Object.assign(process.env, {
    SMTP_URL: "smtps://loop:password@mail.example:465",
    MAIL_FROM: "hello@loop.example",
    DKIM_SELECTOR: "loop2026",
  });
});

import { settings } from "~/adapters/settings.server";
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

  it("is asked for SPF where emails come back to, which receivers compare with the relay", async () => {
    Object.assign(settings, { bounces: { address: "bounces+*@returns.loop.example", mailbox: {} } });
    expect(await states()).toEqual({ SPF: "failing", DKIM: "well", DMARC: "well" });
    expect(await states({ "returns.loop.example": ["v=spf1 mx -all"] })).toMatchObject({ SPF: "well" });
    Object.assign(settings, { bounces: null });
  });

  describe("where we sign ourselves", () => {
    const newKeys = () => generateKeyPairSync("rsa", { modulusLength: 1024 });
    const { privateKey, publicKey } = newKeys();
    const published = (key: typeof publicKey) => key.export({ type: "spki", format: "der" }).toString("base64");
    const signed = () => {
      settings.mailFrom.dkim = { selector: "loop2026", privateKey };
    };
    afterEach(() => {
      settings.mailFrom.dkim = null;
    });
    const record = (key: string) => ({ "loop2026._domainkey.loop.example": [`v=DKIM1; k=rsa; p=${key}`] });

    it("is well with the public half of our key, also in groups", async () => {
      signed();
      const ours = published(publicKey);
      expect((await states(record(ours))).DKIM).toBe("well");
      expect((await states(record(ours.replace(/.{60}/g, "$& ")))).DKIM).toBe("well");
    });

    it("is not well with another key, and says which has to be published", async () => {
      signed();
      const findings = await assessDns(dnsWith(record(published(newKeys().publicKey))));
      const [found] = findings.filter(({ name }) => name === "DNS: DKIM");
      expect(found).toMatchObject({ state: "failing", toDo: `Publish p=${published(publicKey)} there.` });
    });
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

  it("is unknown for the names that it does not respond for, and a bug is no response", async () => {
    const findings = await assessDns(async (name) => {
      if (name === "iana.org") return [["v=spf1 -all"]];
      throw Object.assign(new Error("queryTxt"), { code: "ESERVFAIL" });
    });
    expect(findings.map(({ state }) => state)).toEqual(["unknown", "unknown", "unknown"]);
    await expect(assessDns(() => Promise.reject("a bug"))).rejects.toBe("a bug");
  });
});
