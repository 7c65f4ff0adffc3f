import { describe, expect, it } from "vitest";
import { NOT_READY } from "~/domain/shop/orders/payment-copy";
import { CardPart, PaymentNews, WalletPart } from "~/ui/card-part";
import { PostForm } from "~/ui/post-form";
import { openPage } from "./support/open-page";

const element = {
  publishableKey: "pk_test",
  scriptUrl: "/provider.js",
  supportEmail: "help@loop.example",
  isTestMode: true,
};

const payment = (
  <>
    <PaymentNews> </PaymentNews>
    <PostForm action="/payment">
      <WalletPart />
      <CardPart formId="pay" element={element} totalPence={6999} />
    </PostForm>
  </>
);

/** The card element with the sandbox of the provider is walked by journeys/card-element.spec.ts and wallet.spec.ts. */
describe("where the provider’s script does not come", () => {
  it("it is said, and the form leads to the provider’s page", async () => {
    const page = await openPage(payment, { responses: { "POST /payment": () => ({ body: "The provider’s page" }) } });
    await page.getByText(NOT_READY).waitFor();
    expect(await page.getByText("You’ll enter your card on our payment provider’s page").isVisible()).toBe(true);
    expect(await page.locator(".card-part").isVisible()).toBe(false);
    await page.getByRole("button", { name: "Pay £69.99" }).click();
    await page.getByText("The provider’s page").waitFor();
  });

  it("it is tried again by a button", async () => {
    const page = await openPage(payment);
    await page.getByText(NOT_READY).waitFor();
    const again = page.waitForRequest("**/provider.js");
    await page.getByRole("button", { name: "Try Again" }).click();
    await again;
    await page.getByText(NOT_READY).waitFor();
  });
});
