import { eq } from "drizzle-orm";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { GIFT_OF_NOTHING } from "../../support/gift-words";
import {
  bought,
  brokenLaws,
  clock,
  closeShop,
  code,
  db,
  hearMessages,
  loopOf,
  orderById,
  person,
  placeCopiesOrder,
  sandbox,
} from "../../support/shop";

const { orders, refunds, ledger, loopCredits, vouchers, shipments, letters, alarms } = await import("#db/schema");
const { askRefund, sendRefund, sendWaitingRefunds } = await import("~/domain/orders/refunds.server");
const { cancelOrder, cancellableOrdersOf, cancelStateOf } = await import("~/domain/orders/cancelling.server");
const { unspentLoopOf } = await import("~/domain/loops/rights.server");
const { beginLoop } = await import("~/domain/loops/loops.server");
