/**
 * Caches a function's result for each request, so that it runs once per request. A promise is cached too: every caller
 * gets the same one.
 */
export function perRequest<Result>(find: (request: Request) => Result): (request: Request) => Result {
  const found = new WeakMap<Request, { result: Result }>();
  return (request) => {
    const known = found.get(request) ?? { result: find(request) };
    found.set(request, known);
    return known.result;
  };
}
