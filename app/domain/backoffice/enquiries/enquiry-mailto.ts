/**
 * The body of an enquiry that a visitor sends with their own email client, as a link holds it. Its line ends are CR LF
 * (RFC 6068, section 5); half a character, which a text box may hold, is replaced.
 */
export function enquiryBody({ name, email, message }: { name: string; email: string; message: string }): string {
  const body = `Name: ${name}\nEmail: ${email}\n\nMessage:\n${message}`;
  return encodeURIComponent(body.toWellFormed().replace(/\r\n?|[\n\u0085\u2028\u2029]/g, "\r\n"));
}
