import { button, greeting, headline, lines, note, paragraph } from "~/domain/mail/layout/email-blocks";
import type { Email } from "~/domain/mail/layout/email-layout";
import { addressLines } from "~/domain/mail/layout/email-words";
import { ALWAYS_SENT } from "~/domain/mail/outbox/always-sent";

/** Tells a buyer that the address of their order was changed, by them or by somebody who has its link. */
export function addressChanged(data: {
  firstName: string;
  orderNumber: string;
  /** Name and address, one line each. */
  lines: readonly string[];
  orderUrl: string;
}): Email {
  const what = `The delivery address of your order ${data.orderNumber} has changed.`;
  return {
    kind: "address_changed",
    subject: `The address of your order ${data.orderNumber} has changed`,
    preview: what,
    why: ALWAYS_SENT,
    blocks: [
      greeting(data.firstName),
      headline("Your delivery address has changed"),
      paragraph(`${what} It now goes to:`),
      lines(addressLines([...data.lines, "United Kingdom"])),
      button("See your order", data.orderUrl),
      note(
        "Wasn’t you? Change the address back and reply to this email. Somebody may have your receipt or be using your account.",
      ),
    ],
  };
}
