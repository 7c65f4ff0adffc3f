import { findLoopType, findTheme } from "~/domain/diary/catalogue/catalogue";
import { picturePath } from "~/domain/diary/catalogue/picture-path";
import { londonDay } from "~/domain/kernel/time/days";
import { lastValidInstant } from "~/domain/kernel/time/voucher-validity";
import { receiptNotArrived } from "~/domain/mail/outbox/not-arrived.server";
import { maskedEmail } from "~/domain/people/accounts/masked-email";
import { fulfilledSoFar, fulfilOrder } from "~/domain/shop/orders/fulfilment.server";
import { giftDetailsOf, type Order } from "~/domain/shop/orders/orders.server";
import { paymentStatusFrom } from "~/domain/shop/orders/payment-copy";
import { guestPaymentOf } from "~/domain/shop/orders/payments.server";
import type { ThemeName } from "~/ui/theme";
import { runBeside } from "~/web/storage.server";

/** What the page after paying shows of an order, paid or not. */
export function boughtData(order: Order) {
  const theme = findTheme(order.theme ?? "");
  const type = findLoopType(order.theme ?? "", order.type ?? "");
  const { number, email, firstName, subtotalPence, discountPence, discountCode, deliveryPence } = order;
  const { taxPence, totalPence } = order;
  const paidDay = londonDay(order.paidAt ?? order.createdAt);
  const { recipientName, sendOnDay } = giftDetailsOf(order);
  return {
    firstName,
    loop: theme && type ? { theme: theme.id, themeName: theme.name, name: type.displayName, image: type.image } : null,
    gift:
      order.kind === "gift"
        ? { recipientName, lastDay: londonDay(lastValidInstant(paidDay, sendOnDay || null)) }
        : null,
    order: {
      ...{ number, email, paidDay, subtotalPence, discountPence, discountCode, deliveryPence, taxPence },
      totalPence,
    },
    hasNoReceipt: receiptNotArrived(order) !== null,
  };
}

export type BoughtData = ReturnType<typeof boughtData>;

const NO_WEEKS: ReadonlySet<number> = new Set();

/** The picture of what was bought: with its gold stitch and the threaded needle once it is paid. */
export function pictureOf(bought: BoughtData | null, isPaid: boolean) {
  const theme: ThemeName = bought?.loop?.theme ?? "classic";
  const whose = bought?.gift ? bought.gift.recipientName || "they" : "you";
  const fill = whose === "you" || whose === "they" ? `${whose}’ll fill` : `${whose} will fill`;
  return {
    theme,
    src: picturePath(theme, NO_WEEKS, { start: isPaid ? "drawing" : null }),
    height: isPaid ? 784 : 720,
    alt: isPaid
      ? `The picture ${fill}, still a dotted pattern. A gold stitch is sewn at the top and the needle is threaded.`
      : `The picture ${fill}, still a dotted pattern.`,
  };
}

/** A guest's payment, named by the provider's reference alone; undefined for any other. */
export async function arrivedInAnotherBrowser(request: Request, reference: string, now: Date) {
  const found = guestPaymentOf(reference);
  if (!found) return undefined;
  const { id } = found.order;
  const result = await runBeside(
    request,
    () => fulfilOrder(id, now),
    () => fulfilledSoFar(id),
  );
  const { totalPence, number, email } = found.order;
  const status = result.ok ? "waiting" : paymentStatusFrom(result.reason, found.payment);
  const arrived = result.ok ? { totalPence, number, email: maskedEmail(email) } : null;
  return { state: "elsewhere" as const, status, arrived };
}

export type ElsewhereData = NonNullable<Awaited<ReturnType<typeof arrivedInAnotherBrowser>>>;
