import "../../../support/payment-sandbox";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { db } from "#db/client.server";
import { fulfilments } from "#db/schema";
import { openAlarms } from "~/domain/kernel/alarms/alarms.server";
import { watchFromWorker } from "~/domain/system/checks/watch.server";
import { unfulfilledOrders } from "~/domain/system/health/waiting-work.server";
import { clock } from "../../../support/payment-sandbox";
import { person } from "../../../support/people";
import { bought } from "../../../support/shop";

const unfulfilled = () => openAlarms().filter(({ kind }) => kind === "paid_unfulfilled");

it("an order that was paid five minutes ago and gave nothing is an alarm until it is handed over", async () => {
  const order = await bought(person("Ada"));
  await bought(person("Ben"));
  const fulfilled = eq(fulfilments.orderId, order.id);
  const [kept] = db.select().from(fulfilments).where(fulfilled).all();
  if (!kept) throw new Error("Nothing was handed over.");
  db.delete(fulfilments).where(fulfilled).run();
  clock.advance(5);
  expect(unfulfilledOrders(clock.now)).toEqual([]);
  clock.advance(1);
  expect(unfulfilledOrders(clock.now)).toEqual([order.id]);
  await watchFromWorker(clock.now);
  expect(unfulfilled()).toMatchObject([{ objectType: "order", objectId: order.id }]);
  db.insert(fulfilments).values(kept).run();
  await watchFromWorker(clock.now);
  expect(unfulfilled()).toEqual([]);
});
