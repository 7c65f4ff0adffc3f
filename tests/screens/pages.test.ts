import { beforeAll, expect, it } from "vitest";
import { openHouse } from "../support/house";
import { expectNothingBreaks } from "./support/house-log";

let house: Awaited<ReturnType<typeof openHouse>>;
beforeAll(async () => {
  house = await openHouse();
});
expectNothingBreaks();

it("no page loses or gains a byte, wherever its letters of several bytes fall", async () => {
  const browser = house.visitor();
  await browser.visit("/register");
  for (let length = 1; length <= 12; length += 1) {
    const name = `${"a".repeat(length)}${"今".repeat(600)}`;
    const page = await browser.submit("Create account", { "First name": name });
    expect(page.body).not.toContain("\u0000");
    expect(page.body).not.toContain("\ufffd");
    expect(page.field("First name").value).toBe(name);
  }
});
