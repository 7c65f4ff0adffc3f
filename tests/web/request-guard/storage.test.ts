import { randomUUID } from "node:crypto";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { LoaderFunctionArgs, ServerBuild } from "@remix-run/node";
import SqliteFile from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from "vitest";
import { databaseFile, db, rawConnection, write } from "#db/client.server";
import { settings as settingsTable } from "#db/schema";
import { settings } from "~/adapters/settings.server";
import { beginSession } from "~/domain/people/accounts/sessions.server";
import { sessionCookie } from "~/web/cookies.server";
import { formTokenFor } from "~/web/form-token.server";
import { guardRoutes } from "~/web/request-guard.server";
import { runChange } from "~/web/storage.server";
import { formOf } from "~/web/submission.server";
import { person } from "../../support/people";

/** The request guard's response to pages and API clients when storage refuses a write. */

const ORIGIN = settings.publicOrigin;
const connection = rawConnection();
const LARGE = "x".repeat(2_000_000);
const insert = (value: string) =>
  db.insert(settingsTable).values({ key: randomUUID(), value, updatedAt: new Date() }).run();

/** Another connection, like the worker's, which takes the write lock in the middle of the attempt. */
let other: SqliteFile.Database | undefined;
const takeLock = () => {
  other = new SqliteFile(databaseFile);
  other.exec("BEGIN IMMEDIATE");
};

const FAILURES = [
  { what: "another process has begun to write", wait: "5", when: "seconds", begin: takeLock, text: "x" },
  {
    what: "the disk is full",
    wait: "60",
    when: "minutes",
    text: LARGE,
    begin: () => connection.pragma(`max_page_count = ${connection.pragma("page_count", { simple: true })}`),
  },
  {
    what: "the storage can only be read",
    wait: "60",
    when: "minutes",
    text: "x",
    begin: () => connection.pragma("query_only = ON"),
  },
];

function endFailure() {
  other?.close();
  other = undefined;
  connection.pragma("max_page_count = 1000000");
  connection.pragma("query_only = OFF");
}

let noted: MockInstance<typeof console.error>;
beforeEach(() => {
  noted = vi.spyOn(console, "error").mockImplementation(() => {});
});
afterEach(() => {
  noted.mockRestore();
  endFailure();
});

type Handle = (args: LoaderFunctionArgs) => unknown;

/** A route behind the request guard: a page, a path of the API, or a call. */
function routeOf(
  kind: "page" | "file" | "call",
  { action, loader }: { action?: Handle; loader?: Handle },
): { action: Handle; loader: Handle } {
  const handle = { guard: kind === "call" ? { json: ["GET", "POST"] } : { form: "entry" } };
  const page = kind === "page" ? { default: () => null } : {};
  const route = { id: "here", path: "here", module: { handle, action, loader, ...page } };
  const guarded = guardRoutes({ here: route } as unknown as ServerBuild["routes"]).here?.module;
  return guarded as unknown as { action: Handle; loader: Handle };
}

const args = (request: Request) => ({ request, params: {}, context: {} }) as LoaderFunctionArgs;

async function formRequest(fields: Record<string, string | File>): Promise<Request> {
  const { token, setCookie } = await formTokenFor(new Request(`${ORIGIN}/here`));
  const form = new FormData();
  for (const [name, value] of Object.entries({ csrf: token, ...fields })) form.append(name, value);
  const headers = { Cookie: setCookie?.split(";")[0] ?? "", "Sec-Fetch-Site": "same-origin" };
  return new Request(`${ORIGIN}/here?tab=one`, { method: "POST", body: form, headers });
}

interface Refused {
  status: number;
  headers: Headers;
  data: {
    title: string;
    text: string;
    resend: { action: string; fields: [string, string][] };
  } | null;
}

/** The response that was thrown. */
async function refusalOf(going: Promise<unknown>): Promise<Refused> {
  const thrown = await going.then(
    (response) => ({ answered: response }),
    (error: unknown) => error,
  );
  if (thrown instanceof Response) return { status: thrown.status, headers: thrown.headers, data: await thrown.json() };
  const { data, init } = thrown as { data: Refused["data"]; init: ResponseInit };
  return { status: init.status ?? 0, headers: new Headers(init.headers), data };
}

describe.each(FAILURES)("while $what", ({ wait, when, begin, text }) => {
  it("a form of a page comes back with its words, to be sent again, and is taken after that", async () => {
    const { action } = routeOf("page", {
      action: ({ request }) => {
        if (formOf(request).get("content") === "first") begin();
        insert(text);
        return "kept";
      },
    });
    const fields = { content: "first", code: "", currentPassword: "Three-lemons-7", content2: "Zoë 日本語" };
    const refused = await refusalOf(action(args(await formRequest(fields))) as Promise<unknown>);
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, wait]);
    expect(refused.headers.get("cache-control")).toBe("no-store");
    expect(refused.data?.text).toContain(`this may not be saved. Please send it again in a few ${when}.`);
    expect(refused.data?.text).toContain("We’ll ask you for passwords again.");
    expect(refused.data?.resend.action).toBe("/here?tab=one");
    expect(refused.data?.resend.fields).toEqual([
      ...[
        ["content", "first"],
        ["code", ""],
        ["content2", "Zoë 日本語"],
      ],
    ]);
    expect(noted).toHaveBeenCalledTimes(1);
    endFailure();
    expect(await action(args(await formRequest({ content: "again" })))).toBe("kept");
  });

  it("a path of the API and a call respond in JSON", async () => {
    const action = () => {
      begin();
      insert(text);
    };
    const file = routeOf("file", { action: action });
    const first = await refusalOf(file.action(args(await formRequest({ content: "x" }))) as Promise<unknown>);
    expect([first.status, first.headers.get("retry-after")]).toEqual([503, wait]);
    expect(first.data).toMatchObject({
      success: false,
      message: expect.stringContaining("this may not be saved"),
    });
    expect(JSON.stringify(first.data)).not.toContain("kept what you typed");
    endFailure();
    const call = routeOf("call", { action: action });
    const input = new Request(`${ORIGIN}/here`, { method: "POST" });
    const second = await refusalOf(call.action(args(input)) as Promise<unknown>);
    expect([second.status, second.headers.get("retry-after")]).toEqual([503, wait]);
    expect(second.data).toMatchObject({ success: false, message: expect.stringContaining("try again") });
  });

  it("a page whose reading has to be written down says when to try again", async () => {
    for (const kind of ["page", "call"] as const) {
      const { loader } = routeOf(kind, {
        loader: () => {
          if (!other) begin();
          insert(text);
        },
      });
      const refused = await refusalOf(loader(args(new Request(`${ORIGIN}/here`))) as Promise<unknown>);
      expect([kind, refused.status, refused.headers.get("retry-after")]).toEqual([kind, 503, wait]);
      endFailure();
    }
  });
});

describe("a page whose reading has to be written down", () => {
  it("is read once more when another writer has ended", async () => {
    let times = 0;
    const { loader } = routeOf("page", {
      loader: () => {
        times += 1;
        if (times === 1) {
          takeLock();
          setImmediate(endFailure);
        }
        insert("x");
        return "read";
      },
    });
    expect([await loader(args(new Request(`${ORIGIN}/here`))), times]).toEqual(["read", 2]);
  });
});

describe("a photo that our disk does not take", () => {
  it("costs no word: the form comes back, and nothing was done", async () => {
    const incoming = join(settings.dataFolder, "incoming");
    rmSync(incoming, { recursive: true, force: true });
    writeFileSync(incoming, "a file where the folder should be");
    const runAction = vi.fn();
    const { action } = routeOf("page", { action: runAction });
    const photo = new File(["a photo"], "beach.jpg");
    const sent = await formRequest({ highlight: "A seal!", photos: photo, content: "It looked at us." });
    const session = write((tx) => beginSession(tx, person("Margaret").id, null, new Date()));
    const cookie = (await sessionCookie.serialize(session)).split(";")[0];
    sent.headers.set("Cookie", `${sent.headers.get("cookie")}; ${cookie}`);
    const refused = await refusalOf(action(args(sent)) as Promise<unknown>);
    rmSync(incoming);
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "60"]);
    expect(refused.data?.text).toContain("so we haven’t saved this.");
    expect(refused.data?.resend.fields).toEqual([
      ...[
        ["highlight", "A seal!"],
        ["content", "It looked at us."],
      ],
    ]);
    expect(runAction).not.toHaveBeenCalled();
  });
});

describe("what is our own defect", () => {
  it("keeps a page’s words and is noted; everywhere else it stays one", async () => {
    const broken = () => connection.exec("SELECT no_such_column");
    const page = routeOf("page", { action: broken, loader: broken });
    const refused = await refusalOf(page.action(args(await formRequest({ content: "x" }))) as Promise<unknown>);
    expect([refused.status, refused.data?.resend.fields]).toEqual([503, [["content", "x"]]]);
    expect(noted.mock.calls.flat().join()).toContain("no_such_column");
    await expect(page.loader(args(new Request(`${ORIGIN}/here`)))).rejects.toThrow("no_such_column");
    const file = routeOf("file", { action: broken });
    await expect(file.action(args(await formRequest({ content: "x" })))).rejects.toThrow("no_such_column");
  });
});

it("a change that cannot begin is refused before anything of it is done", async () => {
  takeLock();
  // The wait of three seconds is over at once.
  const clock = vi.spyOn(performance, "now").mockReturnValueOnce(0).mockReturnValue(10_000);
  const run = vi.fn();
  const refused = await runChange(new Request(ORIGIN), run).catch((error: unknown) => error);
  clock.mockRestore();
  expect(refused).toMatchObject({ failure: "busy", isUntouched: true });
  expect(run).not.toHaveBeenCalled();
});
