/**
 * Makes a function that finds something out once for each request: it is asked again only by another request. What it
 * gives may be a promise; all who ask get the same one.
 */
export function perRequest<Result>(find: (request: Request) => Result): (request: Request) => Result {
  const found = new WeakMap<Request, { result: Result }>();
  return (request) => {
    const known = found.get(request) ?? { result: find(request) };
    found.set(request, known);
    return known.result;
  };
}
