import { type Import, importsOf, type Sources, sources } from "./source";

/**
 * Who may import whom. The first row that matches a file applies to it; a file that matches none is refused. `may`
 * names what its code may use, `mayForTypes` what it may import as types only, `packages` what it may take from npm.
 */
interface Wall {
  who: RegExp;
  may: readonly RegExp[];
  mayForTypes?: readonly RegExp[];
  packages: RegExp;
}

const ui = /^app\/ui\//;
const web = /^app\/web\//;
const domain = /^app\/domain\//;
const plainDomain = /^app\/domain\/(?!.*\.server\.ts$)/;
const db = /^db\//;
/** What the request guard needs of the database: when a write can begin, and why one failed. */
const waitingForWrites = /^db\/(?:errors|write-lock\.server)\.ts$/;
const contracts = /^app\/adapters\/[^/]+\/contract\.ts$/;
const settings = /^app\/adapters\/settings\.server\.ts$/;
const services = /^app\/adapters\/adapters\.server\.ts$/;

const none = /(?!)/;
const anything = /^/;
const node = /^node:/;
const remix = /^(?:@remix-run\/(?:node|react)|@conform-to\/.*|react)$/;

const WALLS: readonly Wall[] = [
  {
    who: /^app\/entry\.client\.tsx$/,
    may: [ui, web],
    packages: /^(?:@remix-run\/react|react|react-dom\/.*)$/,
  },
  { who: /^app\/entry\.server\.tsx$/, may: [ui, web, settings], packages: anything },
  { who: /^app\/(?:root\.tsx|env\.d\.ts)$/, may: [ui, web], packages: remix },
  {
    who: /^app\/(?:screens|hyperloop)\/frame\.tsx$/,
    may: [domain, web, ui],
    mayForTypes: [/^app\/root\.tsx$/],
    packages: remix,
  },
  {
    who: /^app\/screens\//,
    may: [domain, web, ui, /^app\/screens\/frame\.tsx$/],
    packages: /^(?:node:crypto|@remix-run\/(?:node|react)|@conform-to\/.*|react)$/,
  },
  // What lies beside the folders of the back office is shared by all of its pages.
  {
    who: /^app\/hyperloop\//,
    may: [domain, web, ui, /^app\/hyperloop\/[\w.-]+$/],
    packages: /^(?:node:crypto|@remix-run\/(?:node|react)|@conform-to\/.*|react)$/,
  },
  // The pictures with an address are drawn by the same code as those on pages, without React.
  {
    who: /^app\/api\//,
    may: [domain, web, /^app\/ui\/artwork\//],
    packages: /^(?:node:.*|@remix-run\/node)$/,
  },
  { who: /^app\/jobs\//, may: [domain, contracts, services], packages: node },
  {
    who: /^app\/domain\/.*\.server\.ts$/,
    may: [domain, db, contracts, services, settings],
    packages: anything,
  },
  { who: /^app\/domain\/.*\/forms\.ts$/, may: [plainDomain], packages: /^zod$/ },
  { who: domain, may: [plainDomain], packages: none },
  {
    who: web,
    may: [/^app\/domain\/(?:accounts|staff|analytics)\//, settings, waitingForWrites],
    packages:
      /^(?:node:.*|@remix-run\/node|@conform-to\/.*|react|zod|@fastify\/busboy|remix-auth|remix-auth\/strategy|remix-auth-form)$/,
  },
  { who: ui, may: [plainDomain], mayForTypes: [domain], packages: remix },
  { who: services, may: [/^app\/adapters\//], packages: none },
  { who: settings, may: [], packages: /^(?:node:path|zod)$/ },
  { who: /^app\/adapters\/[^/]+\//, may: [], packages: anything },
  { who: db, may: [settings], packages: /^(?:node:.*|drizzle-orm.*|better-sqlite3)$/ },
  // A separate service: it knows the provider's protocol and nothing of the app.
  { who: /^scripts\/payment-sandbox\//, may: [], packages: anything },
  { who: /^scripts\/artwork\//, may: [/^app\/ui\/artwork\//], packages: anything },
  { who: /^scripts\//, may: [/^(?:app|db|scripts)\//, /^build\/server\/index\.js$/], packages: anything },
];

/** Which rooms' code a room's `.server.ts` files may use; plain files are open to every room. */
const ROOMS: Readonly<Record<string, readonly string[]>> = {
  accounts: ["alarms", "email"],
  analytics: ["accounts", "staff"],
  alarms: [],
  assembly: [],
  books: ["assembly", "jobs", "loops", "typesetting"],
  checks: ["accounts", "entries", "health", "loops", "orders", "staff", "vouchers"],
  discounts: ["accounts", "catalogue", "staff"],
  documents: ["email", "orders", "typesetting", "vouchers"],
  email: ["jobs", "test-mode"],
  enquiries: ["accounts", "email"],
  entries: ["accounts", "alarms", "email", "loops", "photos"],
  erasure: ["accounts", "email", "loops"],
  exports: ["alarms", "email"],
  jobs: [],
  loops: ["accounts", "alarms", "email"],
  moderation: ["email", "loops", "photos", "staff"],
  orders: ["accounts", "alarms", "catalogue", "discounts", "email", "staff", "vouchers"],
  photos: ["accounts", "alarms", "loops"],
  printing: ["accounts", "books", "email", "jobs", "loops", "orders", "staff"],
  retention: [],
  settings: ["catalogue", "email", "staff"],
  staff: ["accounts", "catalogue", "email"],
  system: ["alarms", "email", "staff"],
  "test-mode": [],
  typesetting: [],
  vouchers: ["accounts", "email", "loops", "staff", "test-mode"],
};

/** The folder of a file; files of the same folder may share parts. */
export function roomOf(path: string): string {
  const inner = /^((?:app\/(?:screens|hyperloop|domain|adapters)|scripts)\/[^/]+)\//.exec(path);
  if (inner?.[1]) return inner[1];
  return /^(?:app\/[^/]+|[^/]+)/.exec(path)?.[0] ?? path;
}

export interface Plan {
  /** Files that answer an address. */
  addresses: ReadonlySet<string>;
}

/** Every import that is not allowed, as a sentence. */
export function findTrespasses(plan: Plan, all: Sources = sources): string[] {
  return guardedFiles(all).flatMap(([path, text]) => {
    const wall = WALLS.find(({ who }) => who.test(path));
    if (!wall) return [`${path} stands in no room of the house.`];
    return importsOf(path, text, all)
      .filter((one) => !isAllowed(one, wall, plan))
      .map(({ from, to }) => `${from} must not import ${to}.`);
  });
}

/** The sources the rules are about; configuration at the top and tests may import everything. */
function guardedFiles(all: Sources): [string, string][] {
  return [...all].filter(([path]) => /^(?:app|db|scripts)\//.test(path));
}

function isAllowed(one: Import, wall: Wall, plan: Plan): boolean {
  if (!one.isOurs) return wall.packages.test(one.to);
  const isOwnRoom = roomOf(one.from) === roomOf(one.to);
  if (plan.addresses.has(one.to) && one.from.startsWith("app/")) {
    // A part may name the type of its screen's loader data; no screen knows another one.
    return one.isTypeOnly && isOwnRoom && !plan.addresses.has(one.from);
  }
  if (isOwnRoom) return keepsPure(one);
  if (one.isTypeOnly && wall.mayForTypes?.some((place) => place.test(one.to))) return true;
  if (!wall.may.some((place) => place.test(one.to))) return false;
  return isOnTheList(one);
}

/** Within a room, too, a plain file stays free of the clock and the database. */
function keepsPure(one: Import): boolean {
  const isPlainDomain = one.from.startsWith("app/domain/") && plainDomain.test(one.from);
  return !isPlainDomain || plainDomain.test(one.to);
}

function isOnTheList(one: Import): boolean {
  if (!one.from.startsWith("app/domain/") || plainDomain.test(one.to) || !one.to.startsWith("app/domain/"))
    return true;
  const [from = "", to = ""] = [one.from, one.to].map((path) => path.split("/")[2] ?? "");
  return ROOMS[from]?.includes(to) ?? false;
}

/** Import cycles between rooms, each as a path of rooms. */
export function findCircles(all: Sources = sources): string[] {
  const entryPoints = new Map<string, Set<string>>();
  for (const [path, text] of guardedFiles(all).filter(([one]) => !one.startsWith("scripts/"))) {
    for (const { to, isOurs } of importsOf(path, text, all)) {
      if (isOurs && roomOf(to) !== roomOf(path)) {
        entryPoints.set(roomOf(path), (entryPoints.get(roomOf(path)) ?? new Set()).add(roomOf(to)));
      }
    }
  }
  return circlesIn(entryPoints);
}

/** Import cycles between files. */
export function findFileCircles(all: Sources = sources): string[] {
  const needs = new Map<string, Set<string>>();
  for (const [path, text] of guardedFiles(all)) {
    const needed = importsOf(path, text, all).filter(({ isOurs, isTypeOnly }) => isOurs && !isTypeOnly);
    needs.set(path, new Set(needed.map(({ to }) => to)));
  }
  return circlesIn(needs);
}

function circlesIn(entryPoints: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const circles: string[] = [];
  const done = new Set<string>();
  const go = (room: string, way: string[]) => {
    const start = way.indexOf(room);
    if (start >= 0) circles.push([...way.slice(start), room].join(" → "));
    if (start >= 0 || done.has(room)) return;
    for (const next of entryPoints.get(room) ?? []) go(next, [...way, room]);
    done.add(room);
  };
  for (const room of entryPoints.keys()) go(room, []);
  return circles;
}
