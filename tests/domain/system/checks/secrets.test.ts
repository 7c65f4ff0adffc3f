import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { db } from "#db/client.server";
import { serviceChecks } from "#db/schema";
import { settings } from "~/adapters/settings.server";
import { SET_UP_LINK_DAYS } from "~/domain/kernel/time/access-lengths";
import { DAY_MS } from "~/domain/kernel/time/durations";
import { RECEIPT_LINK_DAYS } from "~/domain/people/accounts/codes";
import { findingsOf } from "~/domain/system/checks/doctor.server";
import { SECRETS } from "~/domain/system/checks/secrets.server";
import { NOW } from "../../../support/people";
import { voucher } from "../../../support/vouchers";

const { secrets } = settings;
const NEW = "kB7q-another-one-for-trials-0123456789-xyz";
const use = (...given: readonly string[]) => Object.assign(settings, { secrets: given });
const inDays = (days: number, ms = 0) => new Date(NOW.getTime() + days * DAY_MS + ms);
const ask = async (now = NOW) => (await findingsOf(SECRETS, now)).map(({ state, message }) => [state, message]);

beforeEach(() => {
  db.delete(serviceChecks).run();
  db.insert(serviceChecks)
    .values({ name: "another", okAt: inDays(-900) })
    .run();
});
afterEach(() => {
  use(...secrets);
});

describe("the newest secret", () => {
  it.each([
    ["abcdefghijklmno".repeat(3), "warning", "It looks typed by hand or copied from an example."],
    ["abcdefghijklmnop".repeat(3), "well", "In use since 20 November 2026."],
    [`${NEW}-Example`, "warning", "It looks typed by hand or copied from an example."],
  ])("%s is %s", async (secret, state, message) => {
    use(secret);
    expect(await ask()).toEqual([[state, message]]);
  });

  it("is to be replaced after a year", async () => {
    use(NEW);
    await ask();
    const states = [await ask(inDays(365)), await ask(inDays(366))].map(([first]) => first?.[0]);
    expect(states).toEqual(["well", "warning"]);
  });
});

it("an older secret is needed by stored values, then by links in emails, and then by nothing", async () => {
  voucher();
  const links = Math.max(RECEIPT_LINK_DAYS, SET_UP_LINK_DAYS);
  use(NEW, ...secrets);
  const older = async (now: Date) => (await ask(now))[1];
  expect(await older(NOW)).toEqual(["warning", "1 value still needs it."]);
  use(NEW, `${NEW}-older`, ...secrets);
  expect(await older(inDays(links, -1))).toEqual(["well", expect.stringContaining("No value needs it.")]);
  expect(await older(inDays(links))).toEqual(["warning", "Nothing needs it."]);
});
