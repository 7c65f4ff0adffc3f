import { type Import, importsOf, type Sources, sources } from "./source";

/**
 * Who may import whom. The first row that matches a file applies to it; a file that matches none is refused. `may`
 * names what its code may use, `mayForTypes` what it may import as types only, `packages` what it may take from npm.
 */
interface ImportRule {
  who: RegExp;
  may: readonly RegExp[];
  mayForTypes?: readonly RegExp[];
  packages: RegExp;
}

const ui = /^app\/ui\//;
const web = /^app\/web\//;
const domain = /^app\/domain\//;
const plainDomain = /^app\/domain\/(?!.*\.server\.ts$)/;
/** The texts that an editor changes, as data; the business and the shop's rooms hand them on. */
const content = /^app\/content\/content\.ts$/;
/** Who reads them: what is sold, and what sells it. */
const readers = /^app\/domain\/(?:catalogue|shop)\/(?!.*\.server\.ts$)/;
const db = /^db\//;
/** Read by the rules themselves; the settings check their bounds. */
const agreedDays = /^app\/domain\/time\/agreed-days\.ts$/;
/** The shared kernel: days, sums, text and limits, which every room may use and which use no other room. */
const kernel = /^app\/domain\/(?:time|money|text|limits)\//;
/** What the request guard needs of the database: when a write can begin, and why one failed. */
const writeLock = /^db\/(?:errors|write-lock\.server)\.ts$/;
/** How large a photo in a form may be. */
const photoRules = /^app\/domain\/photos\/photo-rules\.ts$/;
/** The one judge of a file, which the week's page runs too. */
const judgeOfFiles = /^public\/scripts\/photo-kinds\.js$/;
const contracts = /^app\/adapters\/[^/]+\/contract\.ts$/;
const settings = /^app\/adapters\/settings\.server\.ts$/;
/** Every part writes its log lines through it. */
const log = /^app\/adapters\/log\//;
/** How long calls to other systems may take: every adapter obeys it, and a request begins its own time. */
const waiting = /^app\/adapters\/waiting\//;
/** Everything that writes a file to keep writes it whole through it. */
const wholeFiles = /^app\/adapters\/files\//;
const services = /^app\/adapters\/adapters\.server\.ts$/;

const none = /(?!)/;
const anything = /^/;
const node = /^node:/;
const remix = /^(?:@remix-run\/(?:node|react)|@conform-to\/.*|react)$/;

const IMPORT_RULES: readonly ImportRule[] = [
  {
    who: /^app\/entry\.client\.tsx$/,
    may: [ui, web],
    packages: /^(?:@remix-run\/react|react|react-dom\/.*)$/,
  },
  {
    who: /^app\/entry\.server\.tsx$/,
    may: [ui, web, settings, log, /^app\/monitoring\//],
    packages: anything,
  },
  // What is shown of a process to those who run it, on a port of its own; it reads everything and decides nothing.
  { who: /^app\/monitoring\//, may: [domain, db, settings, log], packages: /^(?:node:.*|prom-client)$/ },
  { who: /^app\/(?:root\.tsx|env\.d\.ts)$/, may: [ui, web], packages: remix },
  {
    who: /^app\/(?:screens|hyperloop)\/frame\.tsx$/,
    may: [domain, web, ui],
    mayForTypes: [/^app\/root\.tsx$/],
    packages: remix,
  },
  {
    who: /^app\/screens\//,
    may: [domain, web, ui, log, /^app\/screens\/frame\.tsx$/],
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
    may: [domain, web, log, /^app\/ui\/artwork\//],
    packages: /^(?:node:.*|@remix-run\/node)$/,
  },
  { who: /^app\/jobs\//, may: [domain, contracts, services, log, /^app\/monitoring\//], packages: node },
  // A limit is counted in the database over a length of time.
  {
    who: /^app\/domain\/limits\//,
    may: [/^app\/domain\/(?:time|text)\//, /^db\/(?:client\.server|queries\.server|schema\/index)\.ts$/],
    packages: /^drizzle-orm$/,
  },
  // A sum is read from what somebody typed.
  { who: /^app\/domain\/money\//, may: [/^app\/domain\/text\//], packages: none },
  { who: kernel, may: [], packages: none },
  {
    who: /^app\/domain\/.*\.server\.ts$/,
    may: [domain, db, contracts, services, settings, log, waiting, wholeFiles],
    packages: anything,
  },
  { who: /^app\/domain\/.*\/forms\.ts$/, may: [plainDomain], packages: /^zod$/ },
  { who: /^app\/domain\/photos\/image-kinds\.ts$/, may: [judgeOfFiles], packages: none },
  { who: content, may: [plainDomain], packages: /^(?:node:fs|yaml|zod)$/ },
  { who: readers, may: [plainDomain, content], packages: none },
  { who: domain, may: [plainDomain], packages: none },
  {
    who: web,
    may: [
      /^app\/domain\/(?:accounts|staff|analytics|inbox|undo|links)\//,
      /^app\/domain\/health\/disk\.server\.ts$/,
      /^app\/domain\/sealing\/form-words\.server\.ts$/,
      /^app\/domain\/discounts\/launch-offer(?:\.server)?\.ts$/,
      /^app\/domain\/(?:email\/seller\.server|terms\/company)\.ts$/,
      kernel,
      photoRules,
      settings,
      log,
      waiting,
      writeLock,
    ],
    packages:
      /^(?:node:.*|@remix-run\/node|@conform-to\/.*|react|zod|@fastify\/busboy|negotiator|remix-auth|remix-auth\/strategy|remix-auth-form)$/,
  },
  { who: ui, may: [plainDomain], mayForTypes: [domain], packages: remix },
  { who: services, may: [/^app\/adapters\//], packages: none },
  { who: settings, may: [agreedDays], packages: /^(?:node:path|zod)$/ },
  { who: log, may: [], packages: none },
  { who: waiting, may: [], packages: node },
  { who: /^app\/adapters\/[^/]+\//, may: [log, waiting, wholeFiles], packages: anything },
  // Migrations read old text as it is read today.
  {
    who: db,
    may: [settings, /^app\/domain\/text\//],
    packages: /^(?:node:.*|drizzle-orm.*|better-sqlite3)$/,
  },
  // A separate service: it knows the other side's protocol and nothing of the app.
  { who: /^scripts\/(?:payment|printer)-sandbox\//, may: [], packages: anything },
  { who: /^scripts\/artwork\//, may: [/^app\/ui\/artwork\//], packages: anything },
  // A bench that walks through the shop does it with the visitor of the tests, by the real forms.
  {
    who: /^scripts\/bench\//,
    may: [
      /^(?:app|db|scripts)\//,
      /^remix\.config\.js$/,
      /^tests\/(?:support\/(?:html-form|network|visitor)|adapters\/payments\/buyer)\.ts$/,
    ],
    packages: anything,
  },
  { who: /^scripts\//, may: [/^(?:app|db|scripts)\//, /^build\/server\/index\.js$/], packages: anything },
];

/** Which rooms' code a room's `.server.ts` files may use; plain files are open to every room. */
const ROOMS: Readonly<Record<string, readonly string[]>> = {
  accounts: ["alarms", "email"],
  analytics: ["accounts", "loops", "staff"],
  alarms: [],
  assembly: ["prepress"],
  backups: [],
  bookkeeping: ["accounts", "alarms", "orders", "staff"],
  books: ["assembly", "jobs", "loops", "photos", "prepress", "typesetting"],
  checks: ["accounts", "entries", "health", "loops", "orders", "staff", "vouchers"],
  discounts: ["accounts", "catalogue", "staff"],
  disputes: ["alarms", "orders", "printing", "staff"],
  documents: ["accounts", "email", "orders", "terms", "typesetting", "vouchers"],
  email: ["jobs", "test-mode"],
  enquiries: ["accounts", "email"],
  entries: ["accounts", "alarms", "email", "loops", "photos"],
  doctor: ["alarms", "backups", "email", "health", "photos", "sealing"],
  erasure: ["accounts", "backups", "email", "files", "jobs", "loops", "staff"],
  exports: ["accounts", "alarms", "email"],
  files: ["alarms", "books", "photos", "printing"],
  health: ["alarms", "backups", "email"],
  inbox: ["catalogue", "email", "printing", "staff"],
  jobs: ["alarms"],
  links: ["accounts", "email"],
  loops: ["accounts", "alarms", "email", "links"],
  moderation: ["email", "loops", "photos", "staff"],
  orders: [
    "accounts",
    "alarms",
    "catalogue",
    "discounts",
    "email",
    "links",
    "loops",
    "staff",
    "terms",
    "vouchers",
  ],
  people: ["accounts", "email", "erasure", "loops", "orders", "staff", "vouchers"],
  photos: ["accounts", "alarms", "loops"],
  prepress: [],
  printing: [
    "accounts",
    "alarms",
    "books",
    "catalogue",
    "email",
    "jobs",
    "links",
    "loops",
    "orders",
    "staff",
  ],
  retention: [],
  sealing: ["email", "staff", "vouchers"],
  search: ["accounts", "orders", "staff", "vouchers"],
  settings: ["catalogue", "email", "inbox", "staff"],
  staff: ["accounts", "catalogue", "email"],
  system: ["alarms", "backups", "email", "jobs", "staff"],
  "test-mode": [],
  terms: ["catalogue", "email"],
  typesetting: [],
  undo: ["disputes", "email", "printing", "staff", "vouchers"],
  vouchers: ["accounts", "email", "jobs", "links", "loops", "staff", "test-mode"],
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
export function findForbiddenImports(plan: Plan, all: Sources = sources): string[] {
  return ruledFiles(all).flatMap(([path, text]) => {
    const rule = IMPORT_RULES.find(({ who }) => who.test(path));
    if (!rule) return [`${path} matches no import rule.`];
    return importsOf(path, text, all)
      .filter((one) => !isAllowed(one, rule, plan))
      .map(({ from, to }) => `${from} must not import ${to}.`);
  });
}

/** The sources the rules are about; configuration at the top and tests may import everything. */
function ruledFiles(all: Sources): [string, string][] {
  return [...all].filter(([path]) => /^(?:app|db|scripts)\//.test(path));
}

function isAllowed(one: Import, rule: ImportRule, plan: Plan): boolean {
  if (!one.isOurs) return rule.packages.test(one.to);
  if (plan.addresses.has(one.to) && one.from.startsWith("app/")) return false;
  if (roomOf(one.from) === roomOf(one.to)) return keepsPure(one);
  if (one.isTypeOnly && rule.mayForTypes?.some((place) => place.test(one.to))) return true;
  if (!rule.may.some((place) => place.test(one.to))) return false;
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
  if (kernel.test(one.to)) return true;
  const [from = "", to = ""] = [one.from, one.to].map((path) => path.split("/")[2] ?? "");
  return ROOMS[from]?.includes(to) ?? false;
}

/**
 * Import cycles between rooms, each as a path of rooms. The plain files of a room form a layer below all files that act:
 * an email may say how long a voucher is valid, although vouchers send that email.
 */
export function findRoomCycles(all: Sources = sources): string[] {
  const edges = new Map<string, Set<string>>();
  for (const [path, text] of ruledFiles(all).filter(([one]) => !one.startsWith("scripts/"))) {
    for (const { to, isOurs } of importsOf(path, text, all)) {
      if (isOurs && roomOf(to) !== roomOf(path)) {
        edges.set(layerOf(path), (edges.get(layerOf(path)) ?? new Set()).add(layerOf(to)));
      }
    }
  }
  return cyclesIn(edges);
}

function layerOf(path: string): string {
  return plainDomain.test(path) ? `${roomOf(path)} (rules)` : roomOf(path);
}

/** Import cycles between files, within a room and for a type too. */
export function findFileCycles(all: Sources = sources): string[] {
  const needs = new Map<string, Set<string>>();
  for (const [path, text] of ruledFiles(all)) {
    const needed = importsOf(path, text, all).filter(({ isOurs }) => isOurs);
    needs.set(path, new Set(needed.map(({ to }) => to)));
  }
  return cyclesIn(needs);
}

function cyclesIn(edges: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const cycles: string[] = [];
  const done = new Set<string>();
  const go = (room: string, way: string[]) => {
    const start = way.indexOf(room);
    if (start >= 0) cycles.push([...way.slice(start), room].join(" → "));
    if (start >= 0 || done.has(room)) return;
    for (const next of edges.get(room) ?? []) go(next, [...way, room]);
    done.add(room);
  };
  for (const room of edges.keys()) go(room, []);
  return cycles;
}
