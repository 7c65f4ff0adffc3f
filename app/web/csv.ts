/**
 * Rows as a file for spreadsheets (RFC 4180: CRLF, quotes doubled). A cell that a spreadsheet would read as a formula
 * gets a leading apostrophe, as OWASP advises. A cell with any separator (comma, semicolon, tab) is quoted. Control
 * characters are removed.
 */

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to take out
const UNSEEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;

export function csvOf(rows: readonly (readonly (string | number | null)[])[]): string {
  return rows.map((row) => `${row.map(cellOf).join(",")}\r\n`).join("");
}

function cellOf(value: string | number | null): string {
  if (typeof value === "number") return String(value);
  const text = (value ?? "").replace(UNSEEN, "");
  const safe = /^\s*[=+\-@＝＋－＠\t\r]/u.test(text) ? `'${text}` : text;
  return /[",;\t\r\n']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The response that downloads rows as a CSV file. `fileName` may hold letters, digits, points and hyphens. */
export function sendCsv(fileName: string, rows: readonly (readonly (string | number | null)[])[]): Response {
  return new Response(`\ufeff${csvOf(rows)}`, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${fileName}"`,
      "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff",
    },
  });
}
