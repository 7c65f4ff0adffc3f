import "../../../support/payment-sandbox";
import { afterEach, describe, expect, it } from "vitest";
import { db } from "#db/client.server";
import { settings } from "#db/schema";
import { settings as current, readSettings } from "~/adapters/settings.server";
import { findingsAtStart, findingsOf } from "~/domain/system/checks/doctor.server";
import { SHOP_SETTINGS } from "~/domain/system/checks/shop-settings.server";
import { clock } from "../../../support/payment-sandbox";

afterEach(() => {
  db.delete(settings).run();
});

const company = async () => (await findingsAtStart(clock.now)).find(({ name }) => name === "Company");

function formatOfCompany(details: Record<string, string>) {
  db.insert(settings)
    .values({ key: "company", value: JSON.stringify(details), updatedAt: clock.now })
    .run();
}

describe("who is told of alarms", () => {
  const all = { email: "owner@loop.example", webhookUrl: "https://a.example", heartbeatUrl: "https://b.example" };
  it.each([
    ["all", all, "well", "Email, webhook and heartbeat are set."],
    ["no heartbeat", { ...all, heartbeatUrl: null }, "warning", "Alarms go out, but not by every route."],
    ["an email alone", { email: all.email, webhookUrl: null, heartbeatUrl: null }, "warning", "Alarms go out"],
    ["a webhook alone", { ...all, email: null, heartbeatUrl: null }, "warning", "Alarms go out"],
    ["a heartbeat alone", { ...all, email: null, webhookUrl: null }, "warning", "Nobody is told about alarms."],
  ])("is examined: %s", async (_, alarms, state, message) => {
    Object.assign(current, { alarms });
    const found = (await findingsOf(SHOP_SETTINGS, clock.now)).find(({ name }) => name === "Alarms");
    expect(found).toMatchObject({ state, message: expect.stringContaining(message) });
  });
});

describe("who sells", () => {
  it("is asked for detail by detail, by the names of their settings", async () => {
    formatOfCompany({ name: "Loop Journals Limited", number: "12345678", phone: "0113 496 0000" });
    expect(await company()).toMatchObject({
      state: "warning",
      message:
        "Emails, receipts and pages don’t say: part of the UK it’s registered in, registered address, printer’s country.",
      toDo: expect.stringContaining("Set COMPANY_REGISTERED_IN, COMPANY_ADDRESS, PRINTER_COUNTRY,"),
    });
  });

  it("is well without a VAT number, which a small company has none of", async () => {
    formatOfCompany({
      name: "Loop Journals Limited",
      ...{ number: "12345678", phone: "0113 496 0000", registeredIn: "Scotland" },
      ...{ address: "1 Sample Street", printerCountry: "Lithuania" },
    });
    expect((await company())?.state).toBe("well");
  });

  it("has no registered name while it goes by the shop’s", async () => {
    expect((await company())?.message).toContain("don’t say: registered name, company number");
  });

  it("is not told by blanks", () => {
    const given = {
      APP_ENV: "test",
      SECRETS: "a secret that is long enough for anything",
      COMPANY_NUMBER: "  ",
    };
    expect(readSettings(given).company.number).toBeNull();
  });

  it("is plainly a sample in development, and nobody elsewhere, where nothing is set", () => {
    const secret = "a secret that is long enough for anything";
    const company = (environment: string, more = {}) =>
      readSettings({ APP_ENV: environment, SECRETS: secret, ...more }).company;
    expect(company("development").address).toContain("Sample House");
    expect(company("development", { COMPANY_NUMBER: "12345678" }).address).toBeNull();
    expect(company("test").address).toBeNull();
    expect(() => company("test", { COMPANY_REGISTERED_IN: "France" })).toThrow("England and Wales, Scotland");
  });
});
