import { expect, it } from "vitest";
import { checkPassword } from "~/domain/people/accounts/password-rules";
import { Button } from "~/ui/button";
import { PasswordField } from "~/ui/password-field";
import { openPage } from "./support/open-page";

const requirements = checkPassword("").map(({ key, label, pattern }) => ({ key, text: label, pattern }));

const form = (
  <form action="/sent">
    <PasswordField label="Old password" name="old" autoComplete="current-password" />
    <PasswordField label="New password" name="new" autoComplete="new-password" requirements={requirements} />
    <PasswordField label="And again" name="again" autoComplete="new-password" />
    <Button data-ready-when="Fill in all three boxes first." data-busy="Saving …">
      Save
    </Button>
  </form>
);

it("a password is shown on request, and hidden again before it is sent", async () => {
  const page = await openPage(form);
  const field = page.getByLabel("Old password");
  await page.getByRole("button", { name: "Show" }).first().click();
  expect(await field.getAttribute("type")).toBe("text");
  const hide = page.getByRole("button", { name: "Hide" });
  expect(await hide.getAttribute("aria-pressed")).toBe("true");
  await page.locator("form").evaluate((one) => one.dispatchEvent(new SubmitEvent("submit", { cancelable: true })));
  expect(await field.getAttribute("type")).toBe("password");
});

it("each rule is ticked as it is met, and the strength is that of the server", async () => {
  const page = await openPage(form);
  const strength = page.locator("[data-strength]");
  expect(await strength.isVisible()).toBe(false);
  await page.getByLabel("New password").fill("abc");
  expect(await strength.textContent()).toBe("Strength: weak. ");
  await page.getByLabel("New password").fill("abcdefgh");
  expect(await strength.textContent()).toBe("Strength: medium. ");
  expect(await page.locator(".requirement-met").count()).toBe(2);
  await page.getByLabel("New password").fill("Abcdefg1!");
  expect(await strength.textContent()).toBe("Strength: strong. ");
  expect(await page.locator("[data-met]").allTextContents()).toEqual(requirements.map(() => ", met"));
});

it("a button pressed too early says what is missing and goes there", async () => {
  const page = await openPage(form);
  const save = page.getByRole("button", { name: "Save" });
  await page.getByLabel("Old password").fill("Old-password-1");
  await save.click({ force: true });
  expect(await page.locator("p.hint[role=status]").textContent()).toBe("Fill in all three boxes first.");
  expect(await page.getByLabel("New password").evaluate((one) => one === document.activeElement)).toBe(true);
  await page.getByLabel("New password").fill("Abcdefg1!");
  await page.getByLabel("And again").fill("Abcdefg1?");
  await save.click({ force: true });
  expect(await page.locator("p.hint[role=status]").textContent()).toBe("The passwords don’t match yet.");
  await page.getByLabel("And again").fill("Abcdefg1!");
  expect(await save.getAttribute("aria-disabled")).toBeNull();
  await save.click();
  await page.waitForURL("**/sent?**");
});
