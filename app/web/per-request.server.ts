import { currentConnection } from "./connection.server";

/**
 * Caches a function's result for each request, so that it runs once per request. A promise is cached too: every caller
 * gets the same one. Where Remix handles a request, each loader gets a copy of it, so what only reads shares a result by its
 * connection; an action does not, because the loaders after it have to see what it changed.
 */
export function perRequest<Result>(find: (request: Request) => Result): (request: Request) => Result {
  const found = new WeakMap<object, { result: Result }>();
  return (request) => {
    const isReading = request.method === "GET" || request.method === "HEAD";
    const key = (isReading && currentConnection()) || request;
    const known = found.get(key) ?? { result: find(request) };
    found.set(key, known);
    return known.result;
  };
}
