import { formatPence } from "~/domain/kernel/money/pounds";
import { button, greeting, headline, note, paragraph } from "~/domain/mail/layout/email-blocks";
import type { Email } from "~/domain/mail/layout/email-layout";

/**
 * Tells a buyer that their bank refused a payment that takes days, such as a bank debit. They were asked not to pay again
 * meanwhile.
 * @param data.payUrl works for everybody: this order in the browser it was made in, elsewhere the start of a new one
 */
export function paymentRefused(data: {
  firstName: string;
  orderNumber: string;
  totalPence: number;
  payUrl: string;
}): Email {
  const what = `Your bank refused the payment of ${formatPence(data.totalPence)} for your order ${data.orderNumber}. No money has been taken, and nothing has been bought.`;
  return {
    kind: "payment_refused",
    subject: `Your payment for order ${data.orderNumber} didn’t go through`,
    preview: what,
    blocks: [
      greeting(data.firstName),
      headline("Your payment didn’t go through"),
      paragraph(what),
      paragraph(
        "We asked you to wait, but now you can pay again, by card or from another account. In another browser, you’ll need to choose your loop again first. If you’d rather leave it, you don’t need to do anything.",
      ),
      button("Pay again", data.payUrl),
      note("Not sure what went wrong? Ask your bank, or reply to this email and a person will read it."),
    ],
  };
}
