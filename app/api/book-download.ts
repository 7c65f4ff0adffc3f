import { createReadableStreamFromReadable, type LoaderFunctionArgs } from "@remix-run/node";
import { openBookFile } from "~/domain/books/books.server";
import { callerOf } from "~/web/callers.server";
import { sendDownload } from "~/web/download.server";
import { fail } from "~/web/json-answers";
import { param } from "~/web/params";

/** A finished book, for its owner alone. Everybody else gets the answer for a book that does not exist. */
export async function loader({ params, request }: LoaderFunctionArgs) {
  const person = await callerOf(request);
  const book = person ? await openBookFile(person.accountId, param(params, "file")) : undefined;
  if (!book) return fail(404);
  const { fileName, file } = book;
  const body = createReadableStreamFromReadable(file.body);
  return sendDownload({ fileName, contentType: "application/pdf", bytes: file.bytes, body });
}
