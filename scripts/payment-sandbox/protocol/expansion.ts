import type { Kind } from "../kinds";
import type { Store } from "../store";
import { invalid } from "./errors";

/** Replaces ids in a response by whole objects, as the client's `expand` asks ("payment_intent.latest_charge"). */

type ResponseBody = Record<string, unknown>;
type Filling = (id: string) => Kind;

const FILLINGS: Record<string, Record<string, Filling>> = {
  "checkout.session": { payment_intent: () => "payment_intent" },
  payment_intent: { latest_charge: () => "charge" },
  charge: { balance_transaction: () => "balance_transaction" },
  balance_transaction: { source: kindOf },
};

/** The kind of a balance transaction's source, by its id's prefix. */
function kindOf(id: string): Kind {
  if (id.startsWith("re_")) return "refund";
  if (id.startsWith("po_")) return "payout";
  return /^d[pu]_/.test(id) ? "dispute" : "charge";
}

const DEEPEST = 4;

/** Expands a copy of a response. @throws ApiError the provider's refusal of an invalid path. */
export function expandResponse<T extends object>(store: Store, response: T, paths: readonly string[]): T {
  if (paths.length === 0) return response;
  const copy = structuredClone(response);
  for (const path of paths) {
    const steps = path.split(".");
    if (steps.length > DEEPEST) {
      throw invalid(`You cannot expand more than ${DEEPEST} levels of a property.`, { param: "expand" });
    }
    fill(store, copy as ResponseBody, steps, path);
  }
  return copy;
}

function fill(store: Store, response: ResponseBody, steps: readonly string[], path: string): void {
  const [step, ...further] = steps;
  if (step === undefined) return;
  if (response.object === "list" && step === "data") {
    for (const part of response.data as ResponseBody[]) fill(store, part, further, path);
    return;
  }
  const filling = FILLINGS[String(response.object)]?.[step];
  if (!filling) throw invalid(`This property cannot be expanded (${path}).`, { param: "expand" });
  if (typeof response[step] === "string") {
    response[step] = structuredClone(store.find(filling(response[step]), response[step])?.body ?? null);
  }
  const next = response[step];
  if (further.length > 0 && next !== null) fill(store, next as ResponseBody, further, path);
}
