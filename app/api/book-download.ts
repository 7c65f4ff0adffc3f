import { createReadableStreamFromReadable, type LoaderFunctionArgs } from "@remix-run/node";
import { openBookFile } from "~/domain/books/books.server";
import { callerOf } from "~/web/callers.server";
import { sendDownload } from "~/web/download.server";
import { fail } from "~/web/json-answers";
import { param } from "~/web/params";

/** A finished book, to its owner alone; anybody else is told the same as if it did not exist. */
export async function loader({ params, request }: LoaderFunctionArgs) {
  const person = await callerOf(request);
  const book = person ? await openBookFile(person.accountId, param(params, "file")) : undefined;
  if (!book) return fail(404);
  const { fileName, file } = book;
  const body = createReadableStreamFromReadable(file.body);
  return sendDownload({ fileName, contentType: "application/pdf", bytes: file.bytes, body });
}
