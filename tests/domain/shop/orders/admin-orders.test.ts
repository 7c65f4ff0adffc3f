import { describe, expect, it } from "vitest";
import { ORDER_LIST } from "~/domain/shop/orders/admin-orders.server";
import { NOW } from "../../../support/people";
import { plansOf } from "../../../support/query-plans";

describe("the list of orders", () => {
  it("is read from an index alone in every order that its headings offer, in any status", () => {
    for (const sort of ORDER_LIST.orders) {
      for (const status of ["all", "PENDING", "REFUNDED"] as const) {
        const plans = plansOf(() => ORDER_LIST.read({ status, sort }, { now: NOW, role: "support" }));
        const index = sort.endsWith("total") ? "orders_total" : "orders_created";
        expect([sort, status, plans]).toEqual([
          sort,
          status,
          expect.arrayContaining([`SCAN orders USING COVERING INDEX ${index}`]),
        ]);
      }
    }
  });

  it("that is searched reads what the words find, in whichever order", () => {
    for (const sort of ORDER_LIST.orders) {
      const plans = plansOf(() => ORDER_LIST.read({ q: "LP-7Q", status: "PAID", sort }, { now: NOW, role: "support" }));
      expect(plans.filter((plan) => plan.startsWith("SCAN orders"))).toEqual([]);
    }
  });
});
