import { createCookieSessionStorage } from "@remix-run/node";
import { z } from "zod";
import { cartCookie } from "./cookies.server";

/**
 * The cart of this browser: which copies, how many, and where they go. It travels in a signed cookie, so it holds
 * choices only; what they cost and whose they are is asked anew on every page.
 */

const CART_VERSION = 1;

const Cart = z.object({
  version: z.literal(CART_VERSION),
  items: z.array(z.object({ itemId: z.string().max(80), quantity: z.number().int().min(1).max(99) })).max(20),
  /** One of the person's own addresses. */
  addressId: z.string().max(40).optional(),
  /** Ties an order to this basket, so that the same basket never makes two. */
  basketKey: z.string().max(64).optional(),
});

export type Cart = z.infer<typeof Cart>;

export const EMPTY_CART: Cart = { version: CART_VERSION, items: [] };

const storage = createCookieSessionStorage({ cookie: cartCookie });

/** The cart; a cookie that is forged or of another version is an empty one. */
export async function readCart(request: Request): Promise<Cart> {
  const session = await storage.getSession(request.headers.get("cookie"));
  const parsed = Cart.safeParse(session.get("cart"));
  return parsed.success ? parsed.data : EMPTY_CART;
}

/** The cookie that keeps this cart. */
export async function keepCart(cart: Cart): Promise<string> {
  const session = await storage.getSession();
  session.set("cart", cart);
  return await storage.commitSession(session);
}

/** The cookie that forgets the cart. */
export async function forgetCart(): Promise<string> {
  return await storage.destroySession(await storage.getSession());
}
