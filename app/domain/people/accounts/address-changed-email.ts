import type { Email } from "~/domain/mail/layout/email-layout";
import * as part from "~/domain/mail/layout/email-parts";
import { asPlainWords, greet } from "~/domain/mail/layout/email-parts";
import { ALWAYS_SENT } from "~/domain/mail/outbox/always-sent";

/** Tells a buyer that the address of their order was changed, by them or by somebody who has its link. */
export function addressChanged(data: {
  firstName: string;
  orderNumber: string;
  /** Name and address, one line each. */
  lines: readonly string[];
  orderUrl: string;
}): Email {
  const hello = greet(data.firstName);
  const what = `The delivery address of your order ${data.orderNumber} has changed. It now goes to:`;
  const address = [...data.lines, "United Kingdom"].map(asPlainWords).filter((line) => line !== "");
  const label = "See your order";
  const stranger =
    "Wasn’t you? Change the address back and reply to this email. Somebody may have your receipt or be using your account.";
  return {
    kind: "address_changed",
    subject: `The address of your order ${data.orderNumber} has changed`,
    preview: `The delivery address of your order ${data.orderNumber} has changed.`,
    why: ALWAYS_SENT,
    text: [hello, [what, ...address].join("\n"), `${label}: ${data.orderUrl}`, stranger].join("\n\n"),
    html: part.stretch(
      part.greeting(hello),
      part.headline("Your delivery address has changed"),
      part.paragraph(what),
      part.lines(address),
      part.button(label, data.orderUrl),
      part.smallPrint(stranger),
    ),
  };
}
