import { createReadableStreamFromReadable, type LoaderFunctionArgs } from "@remix-run/node";
import { photoOwnedBy, readPhotoFile } from "~/domain/loops/photos.server";
import { signedInPerson } from "~/web/sessions.server";

/** A photo, to its owner alone; anybody else is told the same as if it did not exist. */
export async function loader({ params, request }: LoaderFunctionArgs) {
  const { size } = params;
  const person = await signedInPerson(request);
  if (!person || (size !== "screen" && size !== "thumb" && size !== "print")) return notThere();
  const photo = photoOwnedBy(person.accountId, params.photo ?? "");
  if (!photo) return notThere();
  const tag = `"${photo.sha256.slice(0, 32)}-${size}"`;
  const headers = new Headers({
    "Content-Type": "image/jpeg",
    "Content-Disposition": "inline",
    "Cache-Control": "private, max-age=300",
    "Content-Security-Policy": "default-src 'none'; sandbox",
    ETag: tag,
  });
  if (request.headers.get("if-none-match") === tag) return new Response(null, { status: 304, headers });
  const file = await readPhotoFile(photo, size);
  if (!file) return notThere();
  headers.set("Content-Length", String(file.bytes));
  return new Response(createReadableStreamFromReadable(file.body), { headers });
}

function notThere() {
  const error = "Resource not found. The requested item may have been moved or deleted.";
  return Response.json({ error }, { status: 404, headers: { "Cache-Control": "no-store" } });
}
