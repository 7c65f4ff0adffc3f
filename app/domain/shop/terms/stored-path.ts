/** Where a text that an order was made under is shown, to anybody who has its address: it was public on its day. */
export function storedTextPath(hash: string): string {
  return `/small-print/${hash}`;
}
