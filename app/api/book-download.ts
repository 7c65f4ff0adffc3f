import { createReadableStreamFromReadable, type LoaderFunctionArgs } from "@remix-run/node";
import { openBookFile } from "~/domain/books/books.server";
import { signedInPerson } from "~/web/sessions.server";

/** A finished book, to its owner alone; anybody else is told the same as if it did not exist. */
export async function loader({ params, request }: LoaderFunctionArgs) {
  const person = await signedInPerson(request);
  const book = person ? await openBookFile(person.accountId, params.file ?? "") : undefined;
  if (!book) {
    const error = "Resource not found. The requested item may have been moved or deleted.";
    return Response.json({ error }, { status: 404, headers: { "Cache-Control": "no-store" } });
  }
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
