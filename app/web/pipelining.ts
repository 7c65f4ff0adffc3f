/** No browser and no proxy sends the next request before the response to the one before has left. */
const MOST_AT_ONCE = 8;

const arrived = new WeakMap<object, number>();

/**
 * Whether one connection brings more requests in one turn of the event loop than anybody sends. Node reads up to two
 * megabytes of a connection in a turn and handles each request in it before anybody else's.
 */
export function isFlooding(connection: object): boolean {
  const count = (arrived.get(connection) ?? 0) + 1;
  arrived.set(connection, count);
  if (count === 1) setImmediate(() => arrived.delete(connection));
  return count > MOST_AT_ONCE;
}
