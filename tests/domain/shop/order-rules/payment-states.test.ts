import "../../../support/payment-sandbox";
import { eq } from "drizzle-orm";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { db } from "#db/client.server";
import { PAYMENT_STATUSES, payments } from "#db/schema";
import {
  LIVE_STATES,
  PAYMENT_STATES,
  type PaymentEvent,
  type PaymentState,
} from "~/domain/shop/order-rules/payment-states";
import { recordPaymentEvent } from "~/domain/shop/orders/attempts.server";
import { placeLoopOrder } from "~/domain/shop/orders/orders.server";
import { lineOf, parse, type Sources, sources, walk } from "../../../architecture/source";
import { clock } from "../../../support/payment-sandbox";
import { person } from "../../../support/people";
import { orderInput } from "../../../support/shop";

const STATES = Object.keys(PAYMENT_STATES) as PaymentState[];
const EVENTS = Object.keys(PAYMENT_STATES.opening) as PaymentEvent[];

describe("the states of a payment", () => {
  it("are those of its table, and each of them can be reached", () => {
    expect(STATES.toSorted()).toEqual([...PAYMENT_STATUSES].sort());
    const reached = new Set<PaymentState | null>(["opening"]);
    for (const state of reached) {
      if (state) for (const event of EVENTS) reached.add(PAYMENT_STATES[state][event]);
    }
    expect([...reached].filter(Boolean).sort()).toEqual(STATES.toSorted());
  });

  it("in which somebody may still pay are opening and open", () => {
    expect(LIVE_STATES).toEqual(["opening", "open"]);
  });

  it("never change once money has been taken or refused", () => {
    for (const state of ["paid", "refused"] as const) {
      expect(Object.values(PAYMENT_STATES[state]).filter(Boolean), state).toEqual([]);
    }
  });

  it.each(STATES.flatMap((from) => EVENTS.map((event) => [from, event, PAYMENT_STATES[from][event]] as const)))(
    "%s, %s: %s",
    (from, event, to) => {
      const placed = placeLoopOrder(orderInput(person("Ada")), clock.now);
      if (!placed.ok) throw new Error(placed.reason);
      const moment = { createdAt: clock.now, updatedAt: clock.now };
      const first = { orderId: placed.order.id, attempt: 1, status: from, amountPence: 6999, ...moment };
      const others = { ...first, attempt: 2, status: "open" as const };
      const [payment] = db.insert(payments).values([first, others]).returning().all();
      const moved = recordPaymentEvent(db, payment?.id ?? "", event, clock.now, { lastError: "Said no" });
      const kept = db.select().from(payments).where(eq(payments.orderId, placed.order.id)).all();
      expect(moved?.status ?? null).toBe(to);
      expect(kept.map(({ status, lastError }) => [status, lastError])).toEqual([
        [to ?? from, to ? "Said no" : null],
        ["open", null],
      ]);
    },
  );
});

/** Writes to the table of payments that set a status, or may, outside the function that goes by the table. */
function findStatusWrites(all: Sources): string[] {
  return [...all].flatMap(([path, text]) => {
    if (!/^(?:app|scripts)\//.test(path) || !text.includes("payments")) return [];
    const found: string[] = [];
    walk(parse(path, text), (node) => {
      const written = valuesWrittenTo("payments", node);
      if (written && maySetStatus(written) && !isWithin("recordPaymentEvent", node)) {
        found.push(`${path}:${lineOf(written)}`);
      }
    });
    return found;
  });
}

/** What `update(table).set(…)` or `insert(table).values(…)` is given. */
function valuesWrittenTo(table: string, node: ts.Node): ts.Expression | undefined {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return undefined;
  const { name, expression: target } = node.expression;
  if (name.text !== "set" && name.text !== "values") return undefined;
  if (!ts.isCallExpression(target) || target.arguments[0]?.getText() !== table) return undefined;
  return node.arguments[0];
}

function maySetStatus(written: ts.Expression): boolean {
  if (!ts.isObjectLiteralExpression(written)) return true;
  return written.properties.some((one) => ts.isSpreadAssignment(one) || one.name?.getText() === "status");
}

function isWithin(name: string, node: ts.Node): boolean {
  for (let at = node.parent; at; at = at.parent) {
    if (ts.isFunctionDeclaration(at) && at.name?.text === name) return true;
  }
  return false;
}

describe("the status of a payment", () => {
  it("is written by the table of states alone", () => {
    expect(findStatusWrites(sources)).toEqual([]);
  });

  it.each([
    `tx.update(payments).set({ status: "paid" }).where(mine).run();`,
    `db.update(payments).set({ ...changes, updatedAt: now }).run();`,
    `db.update(payments).set(changes).run();`,
    `tx.insert(payments).values({ orderId, status: "open" }).run();`,
  ])("a planted write is seen: %s", (text) => {
    expect(findStatusWrites(new Map([["app/domain/shop/orders/planted.server.ts", text]]))).toHaveLength(1);
  });
});
