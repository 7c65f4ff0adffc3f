import { bindingInFull } from "~/domain/book-format/bindings";
import { bookDayOf, sayBookDay, sayCopyDay } from "~/domain/loops/book-days";
import { loopsOf } from "~/domain/loops/loops.server";
import { quoteCopies } from "~/domain/orders/copies.server";
import { londonDay } from "~/domain/time/days";
import type { Cart } from "~/web/cart.server";
import { describeLoop } from "./loop-data.server";

/** What goes to an address that is typed on the way to send it. */

/** The copies in the cart. */
export function copiesOf(accountId: string, cart: Cart, now: Date) {
  return quoteCopies(accountId, cart.items).lines.map((line) => ({
    name: `${line.quantity} × ${line.title}, ${bindingInFull(line.edition).toLowerCase()}`,
    arrives: sayCopyDay(line, londonDay(now)),
  }));
}

/** The book of one year, where it is theirs. */
export function yearOf(accountId: string, loopId: string, now: Date) {
  return loopsOf(accountId)
    .filter(({ id }) => id === loopId)
    .map((loop) => ({
      name: describeLoop(loop, now).name,
      arrives: `Arrives ${sayBookDay(bookDayOf(loop, londonDay(now)))}`,
    }));
}
