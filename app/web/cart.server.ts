import { createCookieSessionStorage } from "@remix-run/node";
import { z } from "zod";
import { cookieValue } from "./cookie-value.server";
import { cartCookie } from "./cookies.server";

/**
 * The cart of this browser: which copies, how many, and where they go. It travels in a signed cookie, so it holds
 * choices only; every page reads prices and ownership from the database again.
 */

const CART_VERSION = 1;

const Cart = z.object({
  version: z.literal(CART_VERSION),
  items: z.array(z.object({ itemId: z.string().max(80), quantity: z.number().int().min(1).max(99) })).max(20),
  /** One of the customer's own addresses. */
  addressId: z.string().max(40).optional(),
  /** Ties an order to this basket, so that one basket never becomes two orders. */
  basketKey: z.string().max(64).optional(),
});

export type Cart = z.infer<typeof Cart>;

export const EMPTY_CART: Cart = { version: CART_VERSION, items: [] };

const stored = cookieValue<Cart>(createCookieSessionStorage({ cookie: cartCookie }), "cart");

/** The cart; empty when the cookie is forged or of another version. */
export async function readCart(request: Request): Promise<Cart> {
  const parsed = Cart.safeParse(await stored.read(request));
  return parsed.success ? parsed.data : EMPTY_CART;
}

export const storeCart = stored.store;
export const forgetCart = stored.forget;
