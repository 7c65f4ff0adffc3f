import { BINDINGS, type Binding } from "~/domain/kernel/book-format/bindings";

/**
 * A cart of extra book copies: which loop's book, in which binding, how many; never a price. The same book in the same
 * binding is one line.
 */

export interface CartItem {
  /** book-copy-{loop}-{standard|luxury} */
  itemId: string;
  quantity: number;
}

/** A browser keeps a cookie of 4,096 bytes at most; twenty lines of the longest names take less than half of it. */
export const MOST_CART_LINES = 20;
export const MOST_COPIES = 99;

const ITEM_ID = /^book-copy-([A-Za-z0-9_-]{1,40})-(standard|luxury)$/;

export function itemIdOf(loopId: string, edition: Binding): string {
  return `book-copy-${loopId}-${edition}`;
}

/** The book that an item's id names; undefined for an id of another form. */
export function readItemId(itemId: string): { loopId: string; edition: Binding } | undefined {
  const [, loopId = "", word] = ITEM_ID.exec(itemId) ?? [];
  const edition = BINDINGS.find((one) => one === word);
  return edition && { loopId, edition };
}

export type AddResult = { ok: true; items: CartItem[] } | { ok: false; reason: "cart_full" };

/** Adds one copy of a book, on its line or a new one. A line never goes above 99. */
export function addToCart(items: readonly CartItem[], itemId: string): AddResult {
  const there = items.find((item) => item.itemId === itemId);
  if (there) return { ok: true, items: setQuantity(items, itemId, there.quantity + 1) };
  if (items.length >= MOST_CART_LINES) return { ok: false, reason: "cart_full" };
  return { ok: true, items: [...items, { itemId, quantity: 1 }] };
}

/** The cart with this many of an item: 0 or less removes it, more than 99 is 99. */
export function setQuantity(items: readonly CartItem[], itemId: string, quantity: number): CartItem[] {
  if (quantity <= 0) return items.filter((item) => item.itemId !== itemId);
  return items.map((item) => (item.itemId === itemId ? { itemId, quantity: Math.min(MOST_COPIES, quantity) } : item));
}

export function countCopies(items: readonly CartItem[]): number {
  return items.reduce((sum, item) => sum + item.quantity, 0);
}

/** Names a cart and where it goes, so that a press is for what its page showed. */
export function cartKey(items: readonly CartItem[], addressId: string | undefined): string {
  return [...items.map(({ itemId, quantity }) => `${quantity} ${itemId}`), addressId ?? ""].join(", ");
}
