import { describe, expect, it } from "vitest";
import { listOrders, ORDER_SORTS } from "~/domain/shop/orders/admin-orders.server";
import { NOW } from "../../../support/people";
import { plansOf } from "../../../support/query-plans";

describe("the list of orders", () => {
  it("is read from an index alone in every order that its headings offer, in any status", () => {
    for (const sort of ORDER_SORTS.words) {
      for (const status of ["all", "PENDING", "REFUNDED"] as const) {
        const plans = plansOf(() => listOrders({ search: "", status, sort }, 1, NOW));
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
    for (const sort of ORDER_SORTS.words) {
      const plans = plansOf(() => listOrders({ search: "LP-7Q", status: "PAID", sort }, 1, NOW));
      expect(plans.filter((plan) => plan.startsWith("SCAN orders"))).toEqual([]);
    }
  });
});
