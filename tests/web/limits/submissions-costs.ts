import { FORM_LIMITS } from "~/web/limits";
import { readSubmission } from "~/web/submission.server";
import { type CostRow, costRow } from "./cost-row";
import { repeated } from "./hostile-text";

type Body = (bytes: number) => string;

const URLENCODED: Readonly<Record<string, Body>> = {
  "many fields": (bytes) => repeated("a=b&", bytes),
  "fields without a name": (bytes) => repeated("=&", bytes),
  "a long name": (bytes) => repeated("a", bytes),
  "names in names": (bytes) => repeated(`a${"[b]".repeat(60)}=1&`, bytes),
  "a long value": (bytes) => `a=${repeated("a", bytes)}`,
  "escapes in a value": (bytes) => `a=${repeated("%F0%9F%98%80", bytes)}`,
  "broken escapes in a value": (bytes) => `a=${repeated("%", bytes)}`,
  "plus signs": (bytes) => `a=${repeated("+", bytes)}`,
  "equals signs": (bytes) => repeated("=", bytes),
};

const FIELD = 'Content-Disposition: form-data; name="a"';

const MULTIPART: Readonly<Record<string, Body>> = {
  "many parts": (bytes) => `${repeated(`--x\r\n${FIELD}\r\n\r\nb\r\n`, bytes)}--x--\r\n`,
  "parts of nothing": (bytes) => repeated("--x\r\n", bytes),
  "parts without headers": (bytes) => `${repeated("--x\r\n\r\n\r\n", bytes)}--x--\r\n`,
  "nearly ends in a value": (bytes) => `--x\r\n${FIELD}\r\n\r\n${repeated("\r\n--", bytes)}\r\n--x--\r\n`,
  "ends of lines in a value": (bytes) => `--x\r\n${FIELD}\r\n\r\n${repeated("\r", bytes)}\r\n--x--\r\n`,
  "many headers": (bytes) => `--x\r\n${repeated("a: b\r\n", bytes)}`,
  "one long header": (bytes) => `--x\r\n${FIELD}; ${repeated('a="\\"', bytes)}\r\n\r\n`,
  "a long name": (bytes) => `--x\r\nContent-Disposition: form-data; name="${repeated("a", bytes)}"\r\n\r\n`,
  "ends of lines before the first part": (bytes) => repeated("\r\n", bytes),
};

/** A row for each shape of a form's body, in one piece and in many. */
export async function submissionRows(): Promise<CostRow[]> {
  const rowsOf = (group: string, contentType: string, bodies: Readonly<Record<string, Body>>, piece: number) =>
    Object.entries(bodies).map(([shape, text]) =>
      costRow({
        name: `${group}: ${shape}`,
        limit: FORM_LIMITS.bodyBytes,
        make: (size) => Buffer.from(text(size)),
        run: (bytes) => {
          const headers = { "Content-Type": contentType };
          const body = inPieces(bytes, piece);
          const request = new Request("http://loop.example/", {
            method: "POST",
            headers,
            body,
            duplex: "half",
          });
          return readSubmission(request, FORM_LIMITS);
        },
      }),
    );
  const [urlencoded, multipart] = ["application/x-www-form-urlencoded", "multipart/form-data; boundary=x"];
  return [
    ...rowsOf("form as a query", urlencoded, URLENCODED, 64 * 1024),
    ...rowsOf("form in parts", multipart, MULTIPART, 64 * 1024),
    ...rowsOf("form as a query, byte by byte", urlencoded, URLENCODED, 1),
    ...rowsOf("form in parts, byte by byte", multipart, MULTIPART, 1),
  ];
}

function inPieces(bytes: Buffer, length: number): ReadableStream<Uint8Array> {
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) controller.close();
      else controller.enqueue(new Uint8Array(bytes.subarray(at, at + length)));
      at += length;
    },
  });
}
