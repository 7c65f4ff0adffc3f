import { Transform } from "node:stream";

/**
 * The stream a page is rendered into. When a multi-byte character does not fit at the end of its buffer, React 18 sends
 * the whole buffer with zero bytes in the character's place, and the character after it. A browser would show them in a
 * text field as characters nobody typed. Our pages contain no zero bytes, so they are removed.
 */
export function openPageStream(): Transform {
  return new Transform({
    transform(bytes: Buffer, _encoding, done) {
      done(null, bytes.includes(0) ? bytes.filter((byte) => byte !== 0) : bytes);
    },
  });
}

/** In place of a page that could not be rendered in time: 503, with the headers that are set already. */
export function pageTookTooLong(headers: Headers): Response {
  const answer = new Headers(headers);
  answer.set("Content-Type", "text/html; charset=utf-8");
  answer.set("Cache-Control", "no-store");
  answer.set("Retry-After", String(RETRY_SECONDS));
  return new Response(
    `<!doctype html><html lang="en-GB"><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
      `<title>One moment, please</title><h1>One moment, please</h1><p>We’re very busy just now, and this ` +
      `page took too long. Please reload it in ${RETRY_SECONDS} seconds.</p></html>`,
    { status: 503, headers: answer },
  );
}

const RETRY_SECONDS = 10;
