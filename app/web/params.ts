import type { LoaderFunctionArgs } from "@remix-run/node";

/** A route parameter by its name in the route table, such as "voucher" of ":voucher"; empty when the route has none. */
export function param(params: LoaderFunctionArgs["params"], name: string): string {
  return params[name] ?? "";
}
