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
