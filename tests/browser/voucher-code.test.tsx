import { expect, it } from "vitest";
import { VoucherForm } from "~/screens/redeem/voucher-form";
import { openPage } from "./support/open-page";

it.each([
  ["/redeem#k7qm-4xpd-92hr", "K7QM-4XPD-92HR", "/redeem"],
  ["/redeem?from=card#K7QM4XPD92HR", "K7QM4XPD92HR", "/redeem?from=card"],
  ["/redeem#how-it-works", "", "/redeem#how-it-works"],
])("%s puts “%s” into the field, and leaves %s as the address", async (path, typed, left) => {
  const page = await openPage(<VoucherForm />, { path });
  expect(await page.getByLabel("Voucher code").inputValue()).toBe(typed);
  expect(page.url()).toBe(`http://loop.example${left}`);
});
