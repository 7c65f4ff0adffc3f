import type { LoaderFunctionArgs } from "@remix-run/node";
import { countPages } from "~/domain/book/books/books.server";
import { firstLoop, loopsOf } from "~/domain/diary/loops/loops.server";
import { requireApiClient } from "~/web/api-clients.server";
import { fail, succeed } from "~/web/json-responses";
import type { RequestGuardHandle } from "~/web/request-guard-rules";

export const handle: { guard: RequestGuardHandle } = { guard: { json: ["GET"] } };

/** The current book of the account's loop named by `loopId`, or of their default loop. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { accountId } = await requireApiClient(request);
  const all = loopsOf(accountId);
  const input = new URL(request.url).searchParams.get("loopId");
  const loop = input === null ? firstLoop(all) : all.find(({ id }) => id === input);
  const totalPages = loop && countPages(accountId, loop.id);
  if (!loop || totalPages === undefined) return fail(404);
  const { id, title, entriesCount } = loop;
  return succeed({ loop: { id, title: title ?? "", entriesCount }, totalPages });
}
