import { CHECKOUT_SESSIONS } from "./checkout-sessions";
import { DISPUTES } from "./disputes";
import type { Operation } from "./operation";
import { PAYMENT_INTENTS } from "./payment-intents";
import { RECORDS } from "./records";
import { REFUNDS } from "./refunds";

export const ALL: readonly Operation[] = [
  ...CHECKOUT_SESSIONS,
  ...PAYMENT_INTENTS,
  ...REFUNDS,
  ...DISPUTES,
  ...RECORDS,
];

const TABLE = ALL.map((operation) => ({
  operation,
  pattern: new RegExp(`^${operation.path.replaceAll("/", "\\/").replace(":id", "([A-Za-z0-9_]{1,255})")}$`),
}));

/** The operation for a method and path, with the id from the path; undefined when no path matches. */
export function findOperation(method: string, path: string): { operation: Operation; id: string } | undefined {
  for (const { operation, pattern } of TABLE) {
    const match = operation.method === method ? pattern.exec(path) : null;
    if (match) return { operation, id: match[1] ?? "" };
  }
  return undefined;
}
