import ts from "typescript";
import { describe, expect, it } from "vitest";
import { findDeadAddresses, findOrphans, readsAsAddress, resolvesTo } from "./links";
import { type Address, addresses } from "./route-table";
import { alone, isThere, parse, type Sources, sources, walk } from "./source";
import { declaredCalls, FILE_OF_CALLS } from "./staff-entry-points";

const files = new Set(addresses.map(({ file }) => file));

function findMissing(plan: readonly Address[], all: Sources): string[] {
  return plan.filter(({ file }) => !isThere(file, all)).map(({ path, file }) => `${path} asks for ${file}`);
}

/** Names that a route file reads from `params`, or keeps out of the log, and that none of its addresses has. */
function findUnknownParameters(plan: readonly Address[], all: Sources): string[] {
  return [...files].flatMap((file) => {
    const known = plan.filter((one) => one.file === file).flatMap(({ path }) => path.match(/(?<=:)\w+/g) ?? []);
    const unknown = parametersIn(file, all.get(file) ?? "").filter((name) => !known.includes(name));
    return unknown.map((name) => `${file} reads the parameter ${name}`);
  });
}

const OF_A_QUERY = new Set(["get", "getAll", "has"]);

function parametersIn(path: string, text: string): string[] {
  const names: string[] = [];
  walk(parse(path, text), (node) => {
    if (ts.isPropertyAccessExpression(node) && node.expression.getText() === "params") names.push(node.name.text);
    if (ts.isPropertyAssignment(node) && node.name.getText() === "secretParams") {
      names.push(...[...node.initializer.getText().matchAll(/"(\w+)"/g)].map(([, name = ""]) => name));
    }
  });
  return names.filter((name) => !OF_A_QUERY.has(name));
}

/** Names of parameters that carry a ticket: who knows the address is let in. */
const LETS_IN = /^(?:token|link|ticket|key|secret|code|otp|signature)$|(?:Token|Key|Link)$/;

/** Addresses whose parameter lets its reader in and whose file does not keep it out of the log. */
function findLoggedTickets(plan: readonly Address[], all: Sources): string[] {
  return plan.flatMap(({ path, file }) => {
    const names = (path.match(/(?<=:)\w+/g) ?? []).filter((name) => LETS_IN.test(name));
    const calls = declaredCalls(all).filter(({ address }) => file === FILE_OF_CALLS && address === path);
    const ofCalls = calls.map(({ secret }) => secret).join();
    const hidden = /secretParams: \[([^\]]*)\]/.exec(all.get(file) ?? "")?.[1] ?? ofCalls;
    return names.filter((name) => !hidden.includes(`"${name}"`)).map((name) => `${path} logs its ${name}`);
  });
}

describe("a parameter that lets its reader in", () => {
  it("is kept out of the log by its route", () => {
    expect(addresses.filter(({ path }) => /:(?:token|link)\b/.test(path)).length).toBeGreaterThan(3);
    expect(findLoggedTickets(addresses, sources)).toEqual([]);
  });

  it("is seen where its route does not say so", () => {
    const file = "app/screens/front/planted.tsx";
    const plan = [{ path: "/planted/:token/:size", file, isIndex: false }];
    expect(findLoggedTickets(plan, alone({ [file]: "export const handle = { guard: {} };" }))).toEqual([
      "/planted/:token/:size logs its token",
    ]);
  });
});

describe("the route table", () => {
  it("every address has its file", () => {
    expect(findMissing(addresses, sources)).toEqual([]);
  });

  it("an address without a file is seen", () => {
    const plan = [...addresses, { path: "/planted", file: "app/screens/planted.tsx", isIndex: false }];
    expect(findMissing(plan, sources)).toContain("/planted asks for app/screens/planted.tsx");
  });

  it("no screen and no API file is left over", () => {
    expect(findOrphans(files)).toEqual([]);
  });

  it.each([
    ["a screen", "app/screens/front/planted.tsx", "export default function Planted() { return null; }"],
    ["a screen that only acts", "app/screens/front/planted.tsx", "export async function action() {}"],
    ["an address for programs", "app/api/planted.ts", "export const loader = () => null;"],
  ])("%s that no address names is seen", (_, path, text) => {
    expect(findOrphans(files, alone({ [path]: text }))).toContain(path);
  });

  it("only the table makes addresses, and none is an index, which would refuse a form", () => {
    expect([...sources.keys()].filter((path) => path.startsWith("app/routes/"))).toEqual([]);
    expect(addresses.filter(({ isIndex }) => isIndex)).toEqual([]);
  });

  it("every parameter that a screen or a call reads is one of its address", () => {
    expect(findUnknownParameters(addresses, sources)).toEqual([]);
  });

  it.each([
    ["reads", "export const loader = ({ params }: Args) => params.letter;"],
    ["hides", `export const handle = { guard: { secretParams: ["letter"] } };`],
  ])("a parameter of no address that a screen %s is seen", (_, text) => {
    const file = "app/screens/front/unsubscribe.tsx";
    expect(findUnknownParameters(addresses, alone({ [file]: text }))).toEqual([`${file} reads the parameter letter`]);
  });

  it("no address appears twice", () => {
    const paths = addresses.map(({ path }) => path);
    expect(paths.filter((path, place) => paths.indexOf(path) !== place)).toEqual([]);
  });
});

describe("every address written in the code", () => {
  it("leads to a screen or to a public file", () => {
    expect(findDeadAddresses(addresses)).toEqual([]);
  });

  it.each([
    ["in a link", `export const Planted = () => <a href="/nowhere">Go</a>;`, "/nowhere"],
    ["in a form", `export const Planted = () => <form action="/nowhere" />;`, "/nowhere"],
    ["in a picture", `export const Planted = () => <img src="/artwork/none.svg" alt="" />;`, "/artwork/none.svg"],
    ["put together", `export const planted = (id: string) => \`/nowhere/\${id}/more\`;`, "/nowhere/…/more"],
    ["to a place on a page", `export const planted = "/#nothing-has-this-name";`, "/#nothing-has-this-name"],
  ])("one that leads nowhere is seen: %s", (_, text, address) => {
    const all = alone({ "app/screens/front/planted.tsx": text });
    expect(findDeadAddresses(addresses, all)).toContain(`app/screens/front/planted.tsx:1 leads to ${address}`);
  });

  it("one that leads nowhere is seen in a text too", () => {
    const all = alone({ "app/content/planted.yaml": `const texts = {\n picture: "/artwork/none.svg",\n};` });
    expect(findDeadAddresses(addresses, all)).toContain("app/content/planted.yaml:2 leads to /artwork/none.svg");
  });

  it.each([
    ["/", true],
    ["/loop-type/example/pet/puppys-first-year", true],
    ["/dashboard?loop=1&week=3", true],
    ["/favicon.svg", true],
    ["/fonts/none.woff2", false],
    ["/dashboard/more", false],
  ])("%s leads somewhere: %s", (address, leads) => {
    expect(resolvesTo(address, addresses) !== undefined).toBe(leads);
  });

  it.each([
    ["/begin", true],
    ["//elsewhere.example", false],
    ["/ 12", false],
    ["and/or", false],
  ])("%s reads as an address: %s", (text, does) => {
    expect(readsAsAddress(text)).toBe(does);
  });
});
