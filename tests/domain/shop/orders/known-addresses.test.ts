import { expect, it } from "vitest";
import { knownAddressesOf } from "~/domain/shop/orders/known-addresses.server";
import { anAddress } from "../../../support/addresses";
import { later, person } from "../../../support/people";
import { orderRow } from "./order-rows";

const at = (line1: string) => JSON.stringify(anAddress({ line1 }));
const known = (accountId: string) => knownAddressesOf(accountId).map(({ address }) => address.line1);

it("the addresses of somebody's paid orders are known to them alone, the newest first, each once", () => {
  const [ada, other] = [person("Ada"), person("Other")];
  orderRow(ada, { deliveryAddress: at("1 Old Street") });
  orderRow(ada, { deliveryAddress: at("2 New Street"), createdAt: later(60) });
  orderRow(ada, { deliveryAddress: at("2 New Street"), createdAt: later(30) });
  orderRow(ada, { deliveryAddress: at("3 Never Street"), status: "PENDING", paidAt: null });
  orderRow(other, { deliveryAddress: at("4 Other Street") });
  expect(known(ada.id)).toEqual(["2 New Street", "1 Old Street"]);
});

it("an address is known however many gifts, which have none, were bought after it", () => {
  const ada = person("Ada");
  orderRow(ada, { deliveryAddress: at("1 Old Street") });
  for (let gift = 1; gift <= 20; gift += 1) orderRow(ada, { kind: "gift", createdAt: later(gift) });
  expect(known(ada.id)).toEqual(["1 Old Street"]);
});
