/**
 * Responses of which the whole body is known: it is stored beside the Response, because reading it from there takes
 * longer.
 */
const bodies = new WeakMap<Response, Buffer>();

export function wholeResponse(body: string | Buffer, init: ResponseInit): Response {
  const bytes = typeof body === "string" ? Buffer.from(body) : body;
  // Not in shared memory, which is all that the type adds.
  const response = new Response(bytes as Buffer<ArrayBuffer>, init);
  bodies.set(response, bytes);
  return response;
}

/** The body of a response made by `wholeResponse`. */
export function knownBody(response: Response): Buffer | undefined {
  return bodies.get(response);
}
