import { type BrowserContext, expect, type Page, test } from "playwright/test";
import { findBarriers } from "./support/accessibility";
import {
  ASKING_CARD,
  cardElement,
  cardElementReady,
  DECLINED_CARD,
  GOOD_CARD,
  payInElement,
  payOnCardPage,
} from "./support/card-page";
import { register } from "./support/own-account";
import { takePictures, WIDTHS } from "./support/pictures";
import { watchForErrors } from "./support/watching";
import { cardPageOrigin, origin } from "./support/world";

/** Declined for want of money; a card of its own, since it is counted. */
const SPENT_CARD = "4000000000009995";

/** Paying in the card element of our own page, and everything that can interrupt it. */

type Cookies = Awaited<ReturnType<BrowserContext["cookies"]>>;
let signedIn: Cookies = [];

/** One customer buys everything here: the number of registrations from one network address is limited. */
test.beforeAll(async ({ browser }) => {
  const page = await browser.newPage({ baseURL: origin() });
  const email = `card-${Date.now()}@example.com`;
  await page.goto("/register");
  await register(page, "Anna", email);
  await expect(page).not.toHaveURL(/verify-email/);
  signedIn = await page.context().cookies();
  await page.close();
});

/** Opens the page that takes the address and the card, and fills in the address. */
async function atPayment(page: Page): Promise<void> {
  await page.context().addCookies(signedIn);
  await page.goto("/begin");
  await page.getByRole("button", { name: "Choose a theme" }).click();
  await page.getByRole("button", { name: /Choose Family/ }).click();
  await page.getByRole("button", { name: "Choose Baby’s First Year" }).click();
  await page.getByLabel("Address line 1").fill("14 Weavers Row");
  await page.getByLabel("Town or city").fill("Hebden Bridge");
  await page.getByLabel("Postcode").fill("HX7 8AA");
}

const paid = (page: Page) => expect(page.getByText("Payment Successful!")).toBeVisible();
const bank = (page: Page) => page.frameLocator('iframe[title="Confirm with your bank"]');

test("a card pays within our page; no other host is asked and no policy is broken", async ({ page }) => {
  const problems = watchForErrors(page, [origin(), cardPageOrigin()]);
  await atPayment(page);
  await cardElementReady(page);
  // The frame writes in our typeface, which it asks us for.
  const faces = () => [...document.fonts].map(({ family, status }) => `${family} ${status}`);
  await expect
    .poll(() => cardElement(page).locator("html").evaluate(faces))
    .toEqual(["Figtree loaded", "Figtree loaded"]);
  await payInElement(page);
  await paid(page);
  expect(new URL(page.url()).searchParams.has("payment_intent_client_secret")).toBe(false);
  expect(problems).toEqual([]);
});

test("what is missing is said in the frame, the address beside its field, and a declined card can be followed by another", async ({
  page,
}) => {
  await atPayment(page);
  await cardElementReady(page);
  await page.getByRole("button", { name: /^Pay £/ }).click();
  await expect(cardElement(page).getByText("Your card number is incomplete.")).toBeVisible();
  await expect(page.locator(".error-summary")).toBeFocused();
  await page.locator(".error-summary").getByText("Your card number is incomplete.").click();
  await expect(page.locator(".card-element iframe")).toBeFocused();
  await page.getByLabel("Postcode").fill("HX7 8");
  await payInElement(page, DECLINED_CARD);
  await expect(page.getByRole("alert")).toContainText("Please enter a valid UK postcode (e.g., SW1A 1AA)");
  await expect(page.locator(".error-summary")).toBeFocused();
  await expect(page).toHaveTitle(/^Error: /);
  await expect(page.getByLabel("Postcode")).toHaveAccessibleDescription(/Please enter a valid UK postcode/);
  await expect(cardElement(page).getByLabel("Card number")).toHaveValue("4000 0000 0000 0002");
  await page.getByLabel("Postcode").fill("hx7 8aa");
  await page.getByRole("button", { name: /^Pay £/ }).click();
  await expect(page.getByText("Your card was declined. No money has been taken.")).toBeVisible();
  await expect(page.getByRole("alert")).toBeHidden();
  await expect(page.getByLabel("Postcode")).not.toHaveAttribute("aria-invalid");
  await expect(page).not.toHaveTitle(/^Error: /);
  await takePictures(page, "card-declined");
  await payInElement(page, GOOD_CARD);
  await paid(page);
});

test("a field is validated as it is left, and right again as soon as it is", async ({ page }) => {
  await atPayment(page);
  await page.getByLabel("Postcode").fill("HX7 8");
  await page.getByLabel("Town or city").focus();
  await expect(page.getByLabel("Postcode")).toHaveAccessibleDescription(/Please enter a valid UK postcode/);
  await expect(page.locator(".error-summary")).toHaveCount(0);
  await page.getByLabel("Postcode").fill("hx7 8aa");
  await page.getByLabel("Town or city").focus();
  await expect(page.getByLabel("Postcode")).not.toHaveAttribute("aria-invalid");
});

test("a card that is declined once too often has to wait: minutes, another card and help are said, the form stays", async ({
  page,
}) => {
  await atPayment(page);
  for (let time = 1; time <= 5; time += 1) {
    await payInElement(page, SPENT_CARD);
    await expect(page.getByRole("button", { name: "Processing your payment …" })).toHaveCount(0);
  }
  const news = page.locator(".error-summary");
  await expect(news).toBeFocused();
  await expect(news).toContainText(/declined five times. You can try it again in .*minutes/);
  await expect(news).toContainText(
    "You can pay with another card now: press “Pay on our payment provider’s page instead”.",
  );
  await expect(news.getByRole("link", { name: "Contact Support" })).toBeVisible();
  await expect(page.getByLabel("Address line 1")).toHaveValue("14 Weavers Row");
  await expect(cardElement(page).getByLabel("Card number")).toHaveValue(/9995$/);
  await page.getByRole("button", { name: "Pay on our payment provider’s page instead" }).click();
  await payOnCardPage(page);
  await paid(page);
});

test("a bank that asks is answered in a dialog: no is a refusal, yes pays", async ({ page }) => {
  await atPayment(page);
  await payInElement(page, ASKING_CARD);
  await expect(page.getByRole("button", { name: "Processing your payment …" })).toBeVisible();
  await bank(page).getByRole("button", { name: "Fail" }).click();
  await expect(page.getByText(/We are unable to authenticate your payment method/)).toBeVisible();
  await page.getByRole("button", { name: /^Pay £/ }).click();
  await expect(bank(page).getByRole("button", { name: "Complete" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByText(/We are unable to authenticate your payment method/)).toBeVisible();
  await page.getByRole("button", { name: /^Pay £/ }).click();
  await bank(page).getByRole("button", { name: "Complete" }).click();
  await paid(page);
});

test("PayPal leads away and back: cancelled there it can be tried again, approved it is paid", async ({ page }) => {
  await atPayment(page);
  await cardElementReady(page);
  await cardElement(page).getByLabel("PayPal").check();
  await page.getByRole("button", { name: /^Pay £/ }).click();
  await page.getByRole("button", { name: "Cancel and go back" }).click();
  await expect(page.getByRole("heading", { name: "Payment failed. Please try again." })).toBeVisible();
  expect(page.url()).not.toContain("secret");
  await page.getByRole("link", { name: "Try Again" }).click();
  await cardElementReady(page);
  await cardElement(page).getByLabel("PayPal").check();
  await page.getByRole("button", { name: /^Pay £/ }).click();
  await page.getByRole("button", { name: "Approve £69.99" }).click();
  await paid(page);
});

test("a bank debit is on its way first, and the page says so until the money is there", async ({ page }) => {
  await atPayment(page);
  await cardElementReady(page);
  await cardElement(page).getByLabel("Bank debit").check();
  await page.getByRole("button", { name: /^Pay £/ }).click();
  await expect(page.getByRole("heading", { name: "Your payment is being processed" })).toBeVisible();
  await expect(page.getByText("Payment Successful!")).toBeVisible({ timeout: 40_000 });
});

test("copies of a book are paid for in the same way: declined, and then paid", async ({ page }) => {
  await page.context().addCookies(signedIn);
  await page.goto("/loop-end-date");
  await page.getByRole("button", { name: "Confirm" }).click();
  await page.goto("/account-settings?tab=books");
  await page.getByRole("button", { name: "Add to Cart" }).click();
  await page.goto("/account-settings/addresses/new?for=checkout");
  await page.getByLabel("Address label").fill("Home");
  await page.getByLabel("Address line 1").fill("14 Weavers Row");
  await page.getByLabel("Town or city").fill("Hebden Bridge");
  await page.getByLabel("Postcode").fill("HX7 8AA");
  await page.getByRole("button", { name: "Save address" }).click();
  await page.getByRole("button", { name: "Continue to payment" }).click();
  await payInElement(page, DECLINED_CARD);
  await expect(page.getByText("Your card was declined. No money has been taken.")).toBeVisible();
  await payInElement(page, GOOD_CARD);
  await expect(page.getByRole("heading", { name: "Order placed successfully!" })).toBeVisible();
});

test("the provider’s own page stays open to people who prefer it, and then the element pays no more", async ({
  page,
  context,
}) => {
  await atPayment(page);
  const other = await context.newPage();
  await other.goto("/payment");
  await other.getByLabel("Address line 1").fill("14 Weavers Row");
  await other.getByLabel("Town or city").fill("Hebden Bridge");
  await other.getByLabel("Postcode").fill("HX7 8AA");
  await other.getByRole("button", { name: "Pay on our payment provider’s page instead" }).click();
  await payOnCardPage(other);
  await paid(other);
  await payInElement(page);
  await expect(page.getByRole("heading", { name: /When should your book arrive/ })).toBeVisible();
});

test("if the provider’s script does not load, the page says so, and a page restored from the cache loads again", async ({
  page,
}) => {
  await page.route(`${cardPageOrigin()}/v3/`, (route) => route.abort());
  await atPayment(page);
  await expect(page.getByText("Payment system not ready. Please try again.")).toBeVisible();
  await page.unroute(`${cardPageOrigin()}/v3/`);
  await page.getByRole("button", { name: "Try Again" }).click();
  await expect(cardElement(page).getByLabel("Card number")).toBeVisible();
  await expect(page.getByText("Payment system not ready. Please try again.")).toBeHidden();
  const loaded = page.waitForEvent("load");
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
  await loaded;
});

test("a session that ended while the form was filled leads to the page that sends the words again", async ({
  page,
  context,
}) => {
  await atPayment(page);
  await page.getByLabel("Address line 2").fill("The blue door");
  await cardElementReady(page);
  await context.clearCookies();
  await payInElement(page);
  await page.getByRole("button", { name: "Send it again" }).click();
  await expect(page.getByText("so we’ve opened this page again. Please check it")).toBeVisible();
  await expect(page.getByLabel("Address line 2")).toHaveValue("The blue door");
});

test("where we can’t be reached, the words stay and the button works again", async ({ page }) => {
  await atPayment(page);
  await expect(cardElement(page).getByLabel("Card number")).toBeVisible();
  await page.route("**/payment", (route) => route.abort());
  await payInElement(page);
  await expect(page.getByText("Payment system temporarily unavailable. Please try again later.")).toBeVisible();
  await expect(page.getByLabel("Address line 1")).toHaveValue("14 Weavers Row");
  await page.unroute("**/payment");
  await page.getByRole("button", { name: /^Pay £/ }).click();
  await paid(page);
});

test.describe("without barriers", () => {
  // axe-core is an injected script, which no page's policy allows.
  test.use({ bypassCSP: true });

  test("the page that takes the card, and the frame within it", async ({ page }) => {
    await atPayment(page);
    await cardElementReady(page);
    await page.getByRole("button", { name: /^Pay £/ }).click();
    await expect(cardElement(page).getByText("Your card number is incomplete.")).toBeVisible();
    for (const size of WIDTHS) {
      await page.setViewportSize(size);
      expect(await findBarriers(page), `at ${size.width} pixels`).toEqual([]);
    }
    await page.goto(`${cardPageOrigin()}/elements/payment`);
    expect(await findBarriers(page)).toEqual([]);
  });
});
