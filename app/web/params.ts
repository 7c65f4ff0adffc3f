import type { LoaderFunctionArgs } from "@remix-run/node";

/** A part of the address by its name in the route table, such as "voucher" of ":voucher"; empty where it has none. */
export function param(params: LoaderFunctionArgs["params"], name: string): string {
  return params[name] ?? "";
}
