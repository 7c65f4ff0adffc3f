import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { readOrderLink } from "~/domain/shop/order-links/signed-order-links.server";
import type { Order } from "~/domain/shop/orders/orders.server";
import { currentTime } from "~/web/clock.server";
import { param } from "~/web/params";
import { PRIVATE, seeOther } from "~/web/responses.server";
import { sessionUserOf } from "~/web/sessions.server";
import { ORDERS } from "./tabs";

/** Whose buttons a page of an order shows: by a guest's link, or of an account. */

/** No page of a link tells another one its address, which is the right to the order. */
export const LINK_HEADERS = { ...PRIVATE, "Referrer-Policy": "no-referrer" } as const;

type Params = LoaderFunctionArgs["params"];

export interface LinkedOrder {
  order: Order;
  guestId: string;
  /** The page of the order. */
  path: string;
}

/** The order that a guest's link opens; null for a link that opens nothing. Of an account's order it leads to signing in. */
export async function linkedOrderOf(request: Request, params: Params): Promise<LinkedOrder | null> {
  const token = param(params, "link");
  const found = readOrderLink(token, currentTime());
  if (found.kind === "void") return null;
  if (found.kind === "guest") return { ...found, path: `/your-order/${token}` };
  if (await sessionUserOf(request)) throw redirect(ORDERS.href);
  const more = "Your order is in your account.";
  throw await seeOther("/auth?then=orders", {
    flash: { tone: "info", message: "Sign in to carry on.", more },
  });
}

/** The same for a page within it: a link that opens nothing leads to the page that says so. */
export async function requireLinkedOrder(request: Request, params: Params): Promise<LinkedOrder> {
  const linked = await linkedOrderOf(request, params);
  if (!linked) throw redirect(`/your-order/${encodeURIComponent(param(params, "link"))}`);
  return linked;
}
