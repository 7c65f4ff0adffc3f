import { bookDayOf, formatBookDay, formatCopyDay } from "~/domain/diary/loops/book-days";
import { loopsOf } from "~/domain/diary/loops/loops.server";
import { bindingInFull } from "~/domain/kernel/book-format/bindings";
import { londonDay } from "~/domain/kernel/time/days";
import { quoteCopies } from "~/domain/shop/orders/copies.server";
import type { Cart } from "~/web/cart.server";
import { describeLoop } from "./loop-data.server";

/** What goes to an address that is typed on the way to send it. */

/** The copies in the cart. */
export function copiesOf(accountId: string, cart: Cart, now: Date) {
  return quoteCopies(accountId, cart.items).lines.map((line) => ({
    name: `${line.quantity} × ${line.title}, ${bindingInFull(line.edition).toLowerCase()}`,
    arrives: formatCopyDay(line, londonDay(now)),
  }));
}

/** The book of one year, where it is theirs. */
export function yearOf(accountId: string, loopId: string, now: Date) {
  return loopsOf(accountId)
    .filter(({ id }) => id === loopId)
    .map((loop) => ({
      name: describeLoop(loop, now).name,
      arrives: `Arrives ${formatBookDay(bookDayOf(loop, londonDay(now)))}`,
    }));
}
