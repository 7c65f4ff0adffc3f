import { readPrices } from "../../../app/domain/diary/catalogue/prices.server";
import { addStaff } from "../../../app/domain/people/staff/staff.server";
import { issueVoucher } from "../../../app/domain/shop/vouchers/vouchers.server";
import { closeDatabase, write } from "../../../db/client.server";
import type { StaffAndVoucher } from "./own-staff-and-voucher";

/** A process of own-staff-and-voucher.ts. */

const [name = "", wanted = ""] = process.argv.slice(2);
const role = wanted === "super_admin" ? wanted : "support";
const now = new Date();
const email = `${name}-${now.getTime()}@staff.loop.example`.toLowerCase();
const added = await addStaff({ email, name: `Bea of ${name}`, role }, null, now);
if (!added.ok) throw new Error(added.reason);
const { code } = write((tx) =>
  issueVoucher(
    tx,
    {
      valuePence: readPrices().loopPence,
      choice: { theme: "pet", type: "my-cat-and-me" },
      purchasedByAccountId: null,
      orderId: null,
      recipient: { name: "Callum", email: null, message: "For you and the cat.", sendOnDay: null },
    },
    now,
  ),
);
const made: StaffAndVoucher = {
  staff: { email, password: added.password, secret: added.secret },
  code,
};
console.log(JSON.stringify(made));
closeDatabase();
