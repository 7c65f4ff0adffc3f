import { createReadableStreamFromReadable, type LoaderFunctionArgs } from "@remix-run/node";
import { bookDownload } from "~/domain/book/books/books.server";
import { apiClientOf } from "~/web/api-clients.server";
import { requestedRange } from "~/web/byte-range";
import { sendDownload } from "~/web/download.server";
import { fail } from "~/web/json-responses";
import { param } from "~/web/params";

/** A finished book, for its owner alone. Everybody else gets the response for a book that does not exist. */
export async function loader({ params, request }: LoaderFunctionArgs) {
  const person = await apiClientOf(request);
  const book = person && bookDownload(person.accountId, param(params, "file"));
  if (!book) return fail(404);
  const tag = `"${book.sha256}"`;
  const range = requestedRange(request.headers, { bytes: book.bytes, tag });
  if (range === "unsatisfiable") {
    return new Response(null, { status: 416, headers: { "Content-Range": `bytes */${book.bytes}` } });
  }
  const file = await book.open(range ?? undefined);
  if (!file) return fail(404);
  const response = sendDownload({
    fileName: book.fileName,
    contentType: "application/pdf",
    bytes: file.bytes,
    body: createReadableStreamFromReadable(file.body),
  });
  response.headers.set("ETag", tag);
  response.headers.set("Accept-Ranges", "bytes");
  if (!range) return response;
  response.headers.set("Content-Range", `bytes ${range.first}-${range.last}/${book.bytes}`);
  return new Response(response.body, { status: 206, headers: response.headers });
}
