/** The body exactly as it was sent; undefined where it is longer than `mostBytes`. */
export async function readBytes(request: Request, mostBytes: number): Promise<Buffer | undefined> {
  if (Number(request.headers.get("content-length") ?? 0) > mostBytes) return undefined;
  if (!request.body) return Buffer.alloc(0);
  const chunks: Uint8Array[] = [];
  let received = 0;
  for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
    received += chunk.length;
    if (received > mostBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The body as text, exactly as it was sent; undefined where it is longer than `mostBytes`. */
export async function readText(request: Request, mostBytes: number): Promise<string | undefined> {
  return (await readBytes(request, mostBytes))?.toString("utf8");
}
