import { Transform } from "node:stream";

/**
 * The stream a page is rendered into. Where an email of several bytes does not fit at the end of its buffer, React 18
 * sends the buffer whole, with zeros in the place of that email, and the email after it. A browser would show them
 * in a text field as signs nobody typed. No page of ours has a zero byte, so they are taken out.
 */
export function openPageStream(): Transform {
  return new Transform({
    transform(bytes: Buffer, _encoding, done) {
      done(null, bytes.includes(0) ? bytes.filter((byte) => byte !== 0) : bytes);
    },
  });
}
