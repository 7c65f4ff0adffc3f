import { join } from "node:path";
import SqliteFile from "better-sqlite3";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { makeFixtures } from "../hyperloop/support/fixtures";
import { showCookies } from "../screens/support/customers";
import { buildFixtures } from "../screens/support/fixtures";
import { change } from "../screens/support/records";
import { everyPlaceOf, fillIn, type Place, requestUrlsOf } from "../screens/support/requests";
import { startS3Server } from "../support/s3-server";
import { staffBrowser } from "../support/staff";
import type { Visitor } from "../support/visitor";

/**
 * Every address of the route table, asked of a machine that only reads: what it answers is what the writer answers, what it
 * can't answer the writer gets, and nothing is written to the copies.
 */

const OWNER = { bucket: "photos", region: "us-east-1", accessKeyId: "reader", secretAccessKey: "reader-secret" };
const bucket = await startS3Server(OWNER);
Object.assign(process.env, {
  REQUESTS_PER_MINUTE: "100000",
  S3_BUCKET: OWNER.bucket,
  S3_REGION: OWNER.region,
  S3_ENDPOINT: bucket.endpoint,
  S3_ACCESS_KEY_ID: OWNER.accessKeyId,
  S3_SECRET_ACCESS_KEY: OWNER.secretAccessKey,
});
await import("../support/printer-sandbox");
const { openApp } = await import("../support/app");
const { openTwoMachines } = await import("../support/reading-app");
const app = await openApp();
/** The process in front says whether its machine is ready. */
const places = everyPlaceOf(app).filter(({ pattern }) => pattern !== "/ready");

/** Names of the product that no fixture has. */
const NAMES = { step: "ask", kind: "disk", role: "moderator", part: "texts" };
/** Somebody who is counted as a visit. */
const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0";
const OF_THE_WRITER = /^\/(?:hyperloop|webhooks|mailbox|debug-test|test-voucher)(?:\/|$)/;

/** What is read and written down as well, for its owner: that it was taken out, or which of its files was made. */
const WRITTEN_DOWN: ReadonlySet<string> = new Set([
  "/exports/everything",
  "/exports/loops/:loop",
  "/voucher/:voucher/pdf",
  "/order/:order/receipt",
]);

let names: Readonly<Record<string, string>>;
const people: { name: string; browser: Visitor }[] = [];
let machines: Awaited<ReturnType<typeof openTwoMachines>>;
let file: SqliteFile.Database;

beforeAll(async () => {
  const fixtures = await buildFixtures(app);
  names = { ...(await makeFixtures(app)), ...fixtures.names, ...NAMES };
  const { browser: staff } = await staffBrowser(app, "super_admin");
  people.push({ name: "a stranger", browser: app.visitor() });
  people.push({ name: "the owner", browser: fixtures.owner.browser }, { name: "a super admin", browser: staff });
  // Long enough ago that each visit is to be written down.
  for (const table of ["sessions", "staff_sessions"]) change(`UPDATE ${table} SET seen_at = seen_at - 600000`);
  machines = await openTwoMachines();
  file = new SqliteFile(join(process.env.DATA_DIR ?? "", "loop.db"), { readonly: true });
  vi.spyOn(console, "error").mockReturnValue();
});
afterAll(async () => {
  file.close();
  machines.close();
  await bucket.close();
});

/** Changes with each commit of another connection. */
const stateOfFile = () => file.pragma("data_version", { simple: true });

async function ask(visitor: Visitor, browser: Visitor, path: string, method: string) {
  showCookies(browser, visitor);
  return await visitor.send(path, { method, headers: { "User-Agent": FIREFOX } });
}

/** Every way to read an address, with the requests that the writer is asked for and why. */
async function readEachWay(place: Place, browser: Visitor) {
  const address = fillIn(place.input, names);
  const [page = "", ...more] = requestUrlsOf(place, address);
  const ways = [["GET", page] as const, ["HEAD", page] as const, ...more.map((path) => ["GET", path] as const)];
  const answers = [];
  for (const [method, path] of ways) {
    const before = stateOfFile();
    const answer = await ask(machines.reader.visitor(), browser, path, method);
    expect(stateOfFile(), `${method} ${path} wrote`).toBe(before);
    answers.push({ method, path, status: answer.status, reason: answer.headers.get("x-loop-ask-writer") });
  }
  return answers;
}

/** Why the writer is asked, if it is. An old address for data is refused before anything is written down. */
function reasonFor({ pattern }: Place, name: string, path: string): string | null {
  if (OF_THE_WRITER.test(pattern)) return "place";
  return WRITTEN_DOWN.has(pattern) && name === "the owner" && !path.includes("_data=") ? "write" : null;
}

describe.each(places)("$input", (place) => {
  it("is read from the copies, or by the writer", async () => {
    for (const { name, browser } of people) {
      for (const { method, path, status, reason } of await readEachWay(place, browser)) {
        const what = `${method} ${path} by ${name}`;
        expect(reason, what).toBe(reasonFor(place, name, path));
        const { status: ofWriter } = await ask(machines.writer.visitor(), browser, path, method);
        expect(ofWriter, what).toBeLessThan(500);
        if (!reason) expect(status, what).toBe(ofWriter);
      }
    }
  });
});
