import { describe, expect, it } from "vitest";
import { STEPS } from "~/domain/shop/order-rules/shipments";
import { RETRIED } from "~/domain/system/status/system-status.server";
import { nameOf } from "../hyperloop/support/permission-line";
import { PERMISSION_LINES } from "../hyperloop/support/permissions";
import { ADDRESS_PERMISSIONS } from "../support/permissions";
import { addresses } from "./route-table";
import { planted, sources } from "./source";
import {
  declaredActs,
  declaredCalls,
  FILE_OF_CALLS,
  intentsIn,
  NOT_WRITTEN_OUT,
  PAGE_OF_ACTS,
  staffEntryPoints,
} from "./staff-entry-points";

/**
 * The list of tests/hyperloop/support/permissions.ts against the code: every loader, action, call and intent of the
 * staff's has its line, and requires the permission of its line and no other.
 */

const LIST = "tests/hyperloop/support/permissions.ts";
const entryPoints = staffEntryPoints(addresses, sources);
const textOf = (path: string) => sources.get(path) ?? "";

/** An action that looks its intents up in a table accepts all that the table has. */
const LOOKED_UP: Readonly<Record<string, readonly string[]>> = {
  "app/hyperloop/printing/print-queue.tsx": Object.keys(STEPS),
  "app/hyperloop/system/system.tsx": RETRIED,
};

const linesOf = (address: string, entryPoint: "loader" | "action") =>
  PERMISSION_LINES.filter((line) => line.address === address && (line.method === "GET") === (entryPoint === "loader"));

describe("the list of what the staff’s addresses ask for", () => {
  it.each(entryPoints)(
    "$path: the $entryPoint requires the permissions of its lines",
    ({ path, entryPoint, permissions }) => {
      const lines = linesOf(path, entryPoint);
      const missing = `${LIST} needs a line for the ${entryPoint} of ${path}, which asks for ${permissions.join(" and ")}`;
      expect(lines.length, missing).toBeGreaterThan(0);
      expect(permissions).toEqual([...new Set(lines.map(({ permission }) => permission))].sort());
    },
  );

  it("speaks of nothing that is not there", () => {
    const there = new Set(entryPoints.map(({ path, entryPoint }) => `${entryPoint} ${path}`));
    const spoken = PERMISSION_LINES.filter(
      ({ address, method }) => !there.has(`${method === "GET" ? "loader" : "action"} ${address}`),
    );
    expect(spoken.map(nameOf)).toEqual([]);
  });

  it("knows each declared act once, at an address of the page that asks before it", () => {
    const asked = addresses.filter(({ file }) => file === PAGE_OF_ACTS).map(({ path }) => path);
    expect(asked.length).toBeGreaterThan(30);
    expect(
      declaredActs(sources)
        .map(({ address }) => address)
        .sort(),
    ).toEqual(asked.sort());
  });

  it("knows each declared call at an address of the route table’s, and no address of a call without one", () => {
    const called = addresses.filter(({ file }) => file === FILE_OF_CALLS).map(({ path }) => path);
    expect(called.length).toBeGreaterThan(30);
    expect([...new Set(declaredCalls(sources).map(({ address }) => address))].sort()).toEqual(called.sort());
    expect(declaredCalls(sources).filter(({ who }) => who === NOT_WRITTEN_OUT)).toEqual([]);
    const names = declaredCalls(sources).map(({ method, address }) => `${method} ${address}`);
    expect(new Set(names).size).toBe(names.length);
  });

  it("has a line for every intent that an action knows", () => {
    const missing = entryPoints.flatMap(({ path, file, entryPoint }) => {
      if (entryPoint === "loader") return [];
      const { named, isLookedUp } = intentsIn(file, textOf(file));
      if (isLookedUp && !LOOKED_UP[file]) return [`${file} looks its intent up: say in which table, above`];
      const written = new Set(linesOf(path, entryPoint).map(({ intent }) => intent));
      const known = [...named, ...(LOOKED_UP[file] ?? [])].filter((intent) => !written.has(intent));
      return known.map((intent) => nameOf({ method: "POST", address: path, intent }));
    });
    expect(missing).toEqual([]);
  });

  it("finds every intent, because only actions read them", () => {
    const routes = new Set(addresses.map(({ file }) => file));
    const others = [...sources].filter(([path]) => /^app\/(?:hyperloop|api)\//.test(path) && !routes.has(path));
    const reading = others.filter(([path, text]) => {
      const { named, isLookedUp } = intentsIn(path, text);
      return named.length > 0 || isLookedUp;
    });
    expect(reading.map(([path]) => path)).toEqual([]);
  });

  it("has a line for every method that API clients may call with", () => {
    const missing = entryPoints.flatMap(({ path, file }) => {
      const text = textOf(file);
      const called = declaredCalls(sources).filter(({ address }) => address === path);
      const methods = [...called.map(({ method }) => method), ...(/\bcall: true\b/.test(text) ? ["POST"] : [])];
      const isWritten = (method: string) =>
        PERMISSION_LINES.some((line) => line.isCall && line.address === path && line.method === method);
      return methods.filter((method) => !isWritten(method)).map((method) => `${method} ${path}, as JSON`);
    });
    expect([...new Set(missing)]).toEqual([]);
  });
});

describe("the table of who may open which address", () => {
  it("says it of every address; a new one gets a line in tests/support/permissions.ts", () => {
    expect(addresses.map(({ path }) => path).filter((path) => !ADDRESS_PERMISSIONS[path])).toEqual([]);
  });

  it("speaks of no address that is not there", () => {
    const paths = new Set(addresses.map(({ path }) => path));
    expect(Object.keys(ADDRESS_PERMISSIONS).filter((path) => !paths.has(path))).toEqual([]);
  });
});

describe("what is read from the code of the staff", () => {
  const SCREEN = "app/hyperloop/planted.tsx";
  const ADDRESS = [{ path: "/planted", file: SCREEN, isIndex: false }];
  const permissionsIn = (text: string, more: Record<string, string> = {}) =>
    staffEntryPoints(ADDRESS, planted({ [SCREEN]: text, ...more })).flatMap(({ permissions }) => permissions);

  it.each([
    ["in the action", 'export async function action() { await requireStaff(request, "refunds.give"); }'],
    ["in a loader that is a value", 'export const loader = () => requireStaff(request, "refunds.give");'],
    [
      "in a function that the action calls",
      'export function action() { return give(); }\nconst give = () => requireStaff(request, "refunds.give");',
    ],
    ["in a function of a file beside it", 'import { give } from "./give.server";\nexport const action = () => give();'],
    ["by the maker of a loader", 'export const loader = staffLoader("refunds.give", () => ({}));'],
    [
      "by the list that a loader reads",
      'const REFUNDS = list(refunds, { name: "refunds", permission: "refunds.give" });\nexport const loader = listLoader(REFUNDS);',
    ],
    ["by the maker of a form’s action", 'export const action = staffFormAction("refunds.give", form, give);'],
  ])("is a permission that is required %s", (_, text) => {
    const beside = 'export function give() { return requireStaff(request, "refunds.give", "programs"); }';
    expect(permissionsIn(text, { "app/hyperloop/give.server.ts": beside })).toEqual(["refunds.give"]);
  });

  it("is the one that the act declared at its address names, and an address without an act has none", () => {
    const act = (address: string) => [{ path: address, file: PAGE_OF_ACTS, isIndex: false }];
    const acts = 'export const ACTS = { "/hyperloop/planted/:one": act("refunds.give", { tab: "Give" }) };';
    const all = planted({ "app/hyperloop/planted/acts.server.ts": acts });
    const permissionsAt = (address: string) => staffEntryPoints(act(address), all).map((one) => one.permissions);
    expect(permissionsAt("/hyperloop/planted/:one")).toEqual([["refunds.give"], ["refunds.give"]]);
    expect(permissionsAt("/hyperloop/planted/:other")).toEqual([[NOT_WRITTEN_OUT], [NOT_WRITTEN_OUT]]);
  });

  it("is the one that a list gives its file", () => {
    const address = { path: "/hyperloop/planted/export", file: "app/hyperloop/lists/export.tsx", isIndex: false };
    const permissionsAt = (declared: string) =>
      staffEntryPoints([address], planted({ [SCREEN]: `const PLANTED = list(planted, ${declared});` })).map(
        ({ permissions }) => permissions,
      );
    const file = '{ name: "planted", permission: "refunds.give", file: { permission: "audit.export" } }';
    expect(permissionsAt(file)).toEqual([["audit.export"], ["audit.export"]]);
    expect(permissionsAt('{ name: "other" }')).toEqual([[NOT_WRITTEN_OUT], [NOT_WRITTEN_OUT]]);
  });

  it("is not a permission that is computed", () => {
    expect(permissionsIn("export const action = () => requireStaff(request, chosen());")).toEqual([NOT_WRITTEN_OUT]);
  });

  it.each([
    ['switch (form.get("intent")) { case "open": break; default: }', ["open"], false],
    ['const isBack = form.get("intent") !== "back";', ["back"], false],
    ['const intent = String(form.get("intent")); if (intent === "files") go();', ["files"], false],
    ['const asked = form.get("intent"); switch (asked) { case "one": case "two": }', ["one", "two"], false],
    ['const intent = form.get("intent"); if (intent === "a") go(); say(answer.intent);', ["a"], false],
    ['const kind = KINDS.find((one) => one === form.get("intent"));', [], true],
    ['const intent = String(form.get("intent")); if (Object.hasOwn(STEPS, intent)) go();', [], true],
  ])("is the intent in %s", (text, named, isLookedUp) => {
    expect(intentsIn(SCREEN, text)).toEqual({ named, isLookedUp });
  });
});
