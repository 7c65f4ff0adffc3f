import { expect, it } from "vitest";
import { COUNTED_TO, enquiryMailto } from "~/domain/backoffice/enquiries/enquiry";
import { Contact } from "~/screens/front/contact";
import { openPage } from "./support/open-page";

it("characters are counted, and a message that is too long keeps the button from sending", async () => {
  const page = await openPage(<Contact companyEmail="hello@loop.example" />);
  const [field, count] = [page.getByLabel("Your message"), page.locator("#message-count")];
  const send = page.getByRole("button", { name: "Send message" });
  await field.fill("x".repeat(COUNTED_TO));
  expect(await count.textContent()).toBe(`${COUNTED_TO}/${COUNTED_TO} characters`);
  expect(await send.isEnabled()).toBe(true);
  await field.fill("x".repeat(COUNTED_TO + 3));
  expect(await count.textContent()).toContain(", 3 too many");
  expect(await send.isEnabled()).toBe(false);
});

it("the link to one’s own email app is filled in as the server fills it in", async () => {
  const page = await openPage(<Contact companyEmail="hello@loop.example" />);
  const typed = { name: "Jean & Co", email: "jean@x.example", message: "One\nTwo & $& three" };
  await page.getByLabel("Your name").fill(typed.name);
  await page.getByLabel("Email").fill(typed.email);
  await page.getByLabel("Your message").fill(typed.message);
  const link = page.getByRole("link", { name: "use your own email app" });
  expect(await link.getAttribute("href")).toBe(enquiryMailto("hello@loop.example", typed));
});
