import { createReadableStreamFromReadable, type LoaderFunctionArgs } from "@remix-run/node";
import { openBookFile } from "~/domain/books/books.server";
import { callerOf } from "~/web/callers.server";
import { fail } from "~/web/json-answers";

/** A finished book, to its owner alone; anybody else is told the same as if it did not exist. */
export async function loader({ params, request }: LoaderFunctionArgs) {
  const person = await callerOf(request);
  const book = person ? await openBookFile(person.accountId, params.file ?? "") : undefined;
  if (!book) return fail(404);
  return new Response(createReadableStreamFromReadable(book.file.body), {
    headers: {
      "Content-Type": "application/pdf",
      "Content-Length": String(book.file.bytes),
      "Content-Disposition": `attachment; filename="${book.fileName}"`,
      "Cache-Control": "no-store",
      "Content-Security-Policy": "default-src 'none'; sandbox",
    },
  });
}
