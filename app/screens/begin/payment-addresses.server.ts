import { type Address, addressesOf } from "~/domain/accounts/addresses.server";
import { deliveryAddressOf, type Order } from "~/domain/orders/orders.server";

/** Which address stands in the form at first, and which of the person's own can be put there instead. */

interface Buyer {
  accountId: string;
  firstName: string;
  lastName: string;
  /** Not signed in: what an account keeps is not shown to whoever only says that it is theirs. */
  isGuest: boolean;
}

/**
 * The saved address that was asked for, or the one of the order that waits, or the person's default, or their name.
 * Of somebody else's address nothing is known here.
 */
export function deliveryData(buyer: Buyer | null | undefined, order?: Order, input?: string | null) {
  const kept = buyer && !buyer.isGuest ? addressesOf(buyer.accountId) : [];
  const saved = kept.filter(({ country }) => country === "GB");
  const picked = saved.find(({ id }) => id === input);
  const [first] = saved;
  const name = { firstName: buyer?.firstName ?? "", lastName: buyer?.lastName ?? "" };
  const usual = (order && deliveryAddressOf(order)) ?? (first ? asDelivery(first) : name);
  return {
    address: picked ? asDelivery(picked) : usual,
    pickedId: picked?.id ?? null,
    saved: saved.map(({ id, label, line1, city, postcode }) => ({
      id,
      label: label ?? line1,
      words: [line1, city, postcode].join(", "),
    })),
  };
}

function asDelivery({ firstName, lastName, line1, line2, city, county, postcode }: Address) {
  return { firstName, lastName, line1, line2: line2 ?? "", city, county: county ?? "", postcode };
}
