import { expect, it } from "vitest";
import { becomeCustomer } from "../screens/support/customers";
import { giveGift } from "../screens/support/gifts";
import { giveEntries, giveLoop } from "../screens/support/loops";
import { change, rowOf } from "../screens/support/records";
import { makeVoucher } from "../screens/support/vouchers";
import { openApp } from "../support/app";
import { staffBrowser } from "../support/staff";

const app = await openApp();

/** The address of every page of the back office, with these ids. */
function staffPages(ids: Readonly<Record<string, string>>): string[] {
  return Object.values(app.routes).flatMap((route) => {
    if (!route?.path?.startsWith("hyperloop") || !route.module.default) return [];
    return [`/${route.path.replace(/:(\w+)/g, (_, name) => ids[name] ?? "nobody")}`];
  });
}

it("what a giver wrote, a year’s words and a code are on no page that a super admin opens, nor in its data", async () => {
  const customer = await becomeCustomer(app);
  const { accountId } = customer;
  const loopId = giveLoop(customer, { startedDaysAgo: 65 });
  giveEntries(loopId, [1]);
  change("UPDATE entries SET content = 'The otter came back' WHERE loop_id = ?", loopId);
  const order = giveGift(customer);
  const message = "For you and the kingfisher.";
  change("UPDATE orders SET gift_details = ? WHERE id = ?", JSON.stringify({ giftMessage: message }), order);
  const recipient = { name: "Callum", email: "callum@example.org", message, sendOnDay: null };
  const made = await makeVoucher({ orderId: order, purchasedByAccountId: accountId, recipient });
  const entry = String(rowOf("SELECT id FROM entries WHERE loop_id = ?", loopId).id);
  const email = String(rowOf("SELECT id FROM emails ORDER BY created_at DESC LIMIT 1").id);
  const { browser } = await staffBrowser(app, "super_admin");
  const pages = staffPages({
    account: accountId,
    order,
    voucher: made.voucherId,
    entry,
    email,
    loop: loopId,
  });
  expect(pages.length).toBeGreaterThan(80);
  for (const page of pages) {
    for (const path of [page, `${page}.data`]) {
      const { body } = await browser.send(path);
      for (const words of ["kingfisher", "otter", made.code, made.code.replaceAll("-", "")])
        expect([path, words, body.includes(words)]).toEqual([path, words, false]);
    }
  }
});
