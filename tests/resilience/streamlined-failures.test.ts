import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { PaymentSandbox } from "../../scripts/payment-sandbox/sandbox";
import { openCardPage } from "../screens/support/card-page";
import { countOf, runInFile } from "../screens/support/records";
import { newEmail, PASSWORD } from "../screens/support/registrations";
import { atPayment, payAndReturn, pressPay, registration, SIGNUP, stepOf } from "../screens/support/signup";
import { openApp } from "../support/app";

let cardPage: PaymentSandbox;
let app: Awaited<ReturnType<typeof openApp>>;
beforeAll(async () => {
  cardPage = await openCardPage();
  app = await openApp();
});
afterEach(() => cardPage.close());

describe("while a service is down", () => {
  it("a registration that cannot be written says so, keeps the words, and can be sent again", async () => {
    const noted = vi.spyOn(console, "error").mockImplementation(() => {});
    runInFile("CREATE TRIGGER full BEFORE INSERT ON accounts BEGIN SELECT RAISE(ABORT, 'disk is full'); END");
    const browser = app.visitor();
    await browser.visit(SIGNUP);
    const email = newEmail();
    const page = await browser.submit("Continue", registration(email));
    expect([page.status, page.headers.get("retry-after")]).toEqual([503, "60"]);
    expect(page.errorSummary()).toEqual(["Registration failed. Please try again."]);
    expect(page.field("Email address").value).toBe(email);
    expect(page.field("Password").value).toBe("");
    expect(noted).toHaveBeenCalledOnce();
    expect(noted.mock.calls.join()).not.toContain(email);
    noted.mockRestore();
    runInFile("DROP TRIGGER full");
    await browser.submit("Continue", { Password: PASSWORD });
    expect(stepOf(browser)).toBe("Verify");
  });

  it("a payment that cannot be opened says so, keeps the order, and works once the provider is back", async () => {
    const port = Number(new URL(cardPage.origin).port);
    await cardPage.close();
    const { browser, accountId } = await atPayment(app);
    const page = await browser.submit("Pay £69.99");
    expect([page.status, page.headers.get("retry-after")]).toEqual([503, "60"]);
    expect(page.errorSummary()).toEqual(["Payment setup failed. Please try again."]);
    expect(stepOf(browser)).toBe("Payment");
    cardPage = await openCardPage({ port });
    await payAndReturn(browser, await pressPay(browser));
    expect(stepOf(browser)).toBe("Complete");
    expect(countOf("orders", "account_id = ?", accountId)).toBe(1);
  });
});
