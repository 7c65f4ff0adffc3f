import { csvOf } from "~/web/csv";
import { readJsonObject } from "~/web/json-text";
import { pageIn, readListQuery } from "~/web/list-query";
import { loggedAddress } from "~/web/logged-address.server";
import { ReportLog } from "~/web/policy-reports.server";
import { normaliseRequestLine } from "~/web/request-line";
import { candidatesIn } from "~/web/route-candidates";
import { type CostRow, costRow } from "./cost-row";
import { HEADER_BYTES, headerRows } from "./headers-costs";
import { HOSTILE_TEXTS, repeated } from "./hostile-text";
import { submissionRows } from "./submissions-costs";

const KIB = 1024;
const JSON_BYTES = 256 * KIB;
const REPORT_BYTES = 16 * KIB;

type Shape = (length: number) => string;

const HOSTILE_JSON: Readonly<Record<string, Shape>> = {
  ...HOSTILE_TEXTS,
  "escapes in a string": (length) => `{"a":"${repeated("\\n", length - 8)}"}`,
  "many names": (length) =>
    `{${Array.from({ length: Math.ceil(length / 10) }, (_, at) => `"${at.toString(36)}":0`).join(",")}}`,
  "one name many times": (length) => `{${repeated('"ab":10,', length - 8)}"ab":10}`,
  "many empty objects": (length) => `{"a":[${repeated("{},", length - (length % 3))}{}]}`,
  "many objects with a name": (length) => `{"a":[${repeated('{"a":0},', length - (length % 8))}{}]}`,
  "objects in objects": (length) => `${'{"a":'.repeat(length / 6)}0${"}".repeat(length / 6)}`,
  "lists in an object": (length) => `{"a":${"[".repeat(length / 2)}${"]".repeat(length / 2)}}`,
  "a long number": (length) => `{"a":${repeated("9", length)}}`,
};

const HOSTILE_PATHS: Readonly<Record<string, Shape>> = {
  "many parts": (length) => repeated("/a", length),
  "parts with parameters": (length) => `/hyperloop/people/${repeated("a/", length)}`,
  "many slashes": (length) => `/about${repeated("/", length)}b`,
  "many slashes at the start": (length) => `${repeated("/", length)}about`,
  backslashes: (length) => repeated("\\a", length),
  "dots that lead up": (length) => repeated("/a/..", length),
  "one long part": (length) => `/${repeated("a", length)}`,
  "a long parameter": (length) => `/years/${repeated("a.", length)}`,
  "encoded slashes": (length) => `/${repeated("%2f", length)}`,
  "escapes of ends of lines": (length) => `/${repeated("%0a", length)}`,
  "broken escapes": (length) => `/${repeated("%", length)}`,
  "letters of two bytes": (length) => `/${repeated("%c3%a9/", length)}`,
  "points and slashes": (length) => repeated("/.", length),
  "a data address": (length) => `${repeated("/a", length)}.data`,
  "an address of somebody else": (length) => `http://${repeated("a.", length)}/`,
};

const HOSTILE_QUERIES: Readonly<Record<string, Shape>> = {
  ...HOSTILE_TEXTS,
  "many parameters": (length) => repeated("a=b&", length),
  "one parameter many times": (length) => repeated("q=b&page=1&", length),
  "and signs": (length) => repeated("&", length),
  "broken escapes in a parameter": (length) => `q=${repeated("%E0%", length)}`,
};

/** Rows of what a request passes before any screen: paths, queries, headers, cookies, bodies; and files for staff. */
export async function webRows(): Promise<CostRow[]> {
  const rowsOf = <Input>(
    group: string,
    limit: number,
    shapes: Readonly<Record<string, (size: number) => Input>>,
    run: (input: Input) => unknown,
  ) => Object.entries(shapes).map(([shape, make]) => costRow({ name: `${group}: ${shape}`, limit, make, run }));
  const candidates = candidatesIn(await allRoutes());
  return [
    ...rowsOf("JSON of a call", JSON_BYTES, HOSTILE_JSON, readJsonObject),
    ...rowsOf("path of a request", HEADER_BYTES, HOSTILE_PATHS, (url) => {
      const request = { url, method: "GET", headers: { host: "loop.example" }, headersDistinct: {} };
      normaliseRequestLine(request as Parameters<typeof normaliseRequestLine>[0]);
      return [candidates(request.url), loggedAddress(request.url)];
    }),
    ...rowsOf("query of a list", HEADER_BYTES, HOSTILE_QUERIES, (query) => {
      const request = new Request(`http://loop.example/hyperloop/orders?${query}`);
      return [pageIn(request), readListQuery(request, { state: ["all", "open"] })];
    }),
    ...rowsOf("report of a policy", REPORT_BYTES, HOSTILE_JSON, (body) =>
      new ReportLog(() => {}).note(body, new Date()),
    ),
    ...rowsOf("cell of a file", JSON_BYTES, HOSTILE_TEXTS, (text) => csvOf([[text]])),
    ...(await headerRows()),
    ...(await submissionRows()),
  ];
}

/** The table of routes with what the search for candidates reads of each. */
async function allRoutes(): Promise<Parameters<typeof candidatesIn>[0]> {
  const { default: plan } = await import("../../../remix.config.ts");
  const routes: Record<string, object> = { root: { id: "root", path: "", module: {} } };
  await plan.routes?.((make) => {
    make((path = "", file) => {
      routes[file] = { id: file, parentId: "root", path, module: {} };
    });
    return {};
  });
  return routes as Parameters<typeof candidatesIn>[0];
}
