const pages = new WeakMap<Response, string>();

/** The answer with a page that was rendered whole. Its text is kept beside it: reading it from a Response takes longer. */
export function wholePage(html: string, init: ResponseInit): Response {
  const answer = new Response(html, init);
  pages.set(answer, html);
  return answer;
}

/** The whole body of an answer. */
export async function wholeBody(answer: Response): Promise<Buffer> {
  const page = pages.get(answer);
  return page === undefined ? Buffer.from(await answer.arrayBuffer()) : Buffer.from(page);
}
