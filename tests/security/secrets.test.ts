import { beforeAll, describe, expect, it } from "vitest";
import { expectNothingBreaks } from "../screens/support/app-log";
import {
  becomeCustomer,
  chooseLoop,
  newEmail,
  PASSWORD,
  register,
  registration,
  signIn,
} from "../screens/support/customers";
import { pagesOf } from "../screens/support/everywhere";
import { codeFor } from "../screens/support/records";
import { openHouse, restartHouse } from "../support/app";
import type { Visitor } from "../support/visitor";

const OLD = process.env.SECRETS ?? "";
const NEW = "another-secret-for-tests-of-32-characters";

type House = Awaited<ReturnType<typeof openHouse>>;
let first: House;
beforeAll(async () => {
  first = await openHouse();
});
expectNothingBreaks();

/** The same browser at the house as it is after a restart. */
function moveTo(house: House, browser: Visitor): Visitor {
  const moved = house.visitor();
  for (const name of browser.cookies.names()) moved.cookies.plant(name, browser.cookies.get(name) ?? "");
  return moved;
}

const isIn = async (browser: Visitor) =>
  (await browser.visit("/dashboard")).heading === "Nothing stitched yet";

describe("a new secret", () => {
  it("beside the old one signs nobody out, and loses no journey, no form and no code", async () => {
    const { browser } = await becomeCustomer(first);
    await chooseLoop(browser);
    const newcomer = first.visitor();
    const email = await register(newcomer);
    const half = first.visitor();
    await half.visit("/register");
    const token = half.page.field("csrf").value;

    const house = await restartHouse({ SECRETS: `${NEW},${OLD}` });
    const moved = moveTo(house, browser);
    expect(await isIn(moved)).toBe(true);
    expect((await moved.visit("/payment")).path).toBe("/payment");
    const confirming = moveTo(house, newcomer);
    await confirming.visit("/verify-email");
    await confirming.submit("Confirm my email", { "Your 6-digit code": codeFor(email) });
    expect(await isIn(confirming)).toBe(true);
    const typing = moveTo(house, half);
    await typing.visit("/register");
    const fields = { without: ["csrf"], extra: [["csrf", token] as [string, string]] };
    expect((await typing.submit("Create account", registration(newEmail()), fields)).path).toBe(
      "/verify-email",
    );
  });

  it("alone makes old cookies worth nothing, and breaks nothing; those it signed itself stay good", async () => {
    const both = await restartHouse({ SECRETS: `${NEW},${OLD}` });
    const { email } = await becomeCustomer(both);
    const old = await restartHouse({ SECRETS: OLD });
    const stale = old.visitor();
    await chooseLoop(stale);
    await signIn(stale, email);
    await stale.visit("/register");
    const fresh = both.visitor();
    await signIn(fresh, email);

    const house = await restartHouse({ SECRETS: NEW });
    expect(await isIn(moveTo(house, fresh))).toBe(true);
    expect(await isIn(moveTo(house, stale))).toBe(false);
    for (const path of pagesOf(house)) {
      const answer = await moveTo(house, stale).visit(path, { follow: false });
      expect(answer.status, path).toBeLessThan(500);
      expect(answer.body, path).not.toContain(email);
    }
    expect((await moveTo(house, stale).visit("/payment", { follow: false })).location).toBe("/begin");
    const returning = moveTo(house, stale);
    expect((await signIn(returning, email, PASSWORD)).path).toBe("/dashboard");
  });
});
