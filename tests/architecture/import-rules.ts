import { readFileSync } from "node:fs";
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
/** What runs in a visitor's browser. */
const browser = /^app\/browser\//;
const web = /^app\/web\//;
const domain = /^app\/domain\//;
const plainDomain = /^app\/domain\/(?!.*\.server\.ts$)/;
/** The texts that an editor changes, as data; the business and the shop hand them on. */
const content = /^app\/content\/[\w-]+\.ts$/;
/** Who reads them in the business: what is sold, what sells it, and its terms. */
const readers = /^app\/domain\/(?:diary\/catalogue|shop\/(?:selling|terms))\/(?!.*\.server\.ts$)/;
const db = /^db\//;
/** Read by the rules themselves; the settings check their bounds. */
const agreedDays = /^app\/domain\/kernel\/time\/agreed-days\.ts$/;
const kernel = /^app\/domain\/kernel\//;
/** Days, sums, text and limits, which know nobody. */
const plainKernel = /^app\/domain\/kernel\/(?:time|money|text|limits)\//;
/** What the request guard needs of the database: when a write can begin, and why one failed. */
const writeLock = /^db\/(?:errors|write-lock\.server)\.ts$/;
/** How large a photo in a form may be. */
const photoRules = /^app\/domain\/diary\/rules\/photo-rules\.ts$/;
const contracts = /^app\/adapters\/[^/]+\/contract\.ts$/;
const settings = /^app\/adapters\/settings\.server\.ts$/;
/** What the settings are read with. */
const settingsRules = /^app\/adapters\/settings-(?:environment|problems)\.ts$/;
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
    may: [ui, web, settings, log, /^app\/monitoring\//, /^app\/api\/calls\.server\.ts$/],
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
    may: [domain, web, ui, log, content, /^app\/screens\/frame\.tsx$/],
    packages: /^(?:node:crypto|@remix-run\/(?:node|react)|@conform-to\/.*|react)$/,
  },
  // The page of the acts reads their declarations, which lie with what they are about.
  {
    who: /^app\/hyperloop\/acts\/acts\.server\.ts$/,
    may: [web, /^app\/hyperloop\/[\w.-]+$/, /^app\/hyperloop\/[\w-]+\/acts\.server\.ts$/],
    packages: remix,
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
    who: /^app\/domain\/kernel\/limits\//,
    may: [/^app\/domain\/kernel\/(?:time|text)\//, /^db\/(?:client\.server|queries\.server|schema\/index)\.ts$/],
    packages: /^drizzle-orm$/,
  },
  // A sum is read from what somebody typed.
  { who: /^app\/domain\/kernel\/money\//, may: [/^app\/domain\/kernel\/text\//], packages: none },
  { who: plainKernel, may: [], packages: none },
  {
    who: /^app\/domain\/.*\.server\.ts$/,
    may: [domain, db, contracts, services, settings, log, waiting, wholeFiles],
    packages: anything,
  },
  { who: /^app\/domain\/.*\/forms\.ts$/, may: [plainDomain], packages: /^zod$/ },
  { who: content, may: [plainDomain, content], packages: /^(?:node:fs|yaml|zod)$/ },
  { who: readers, may: [plainDomain, content], packages: none },
  { who: domain, may: [plainDomain], packages: none },
  // In place of Remix's own document handler and RemixServer.
  {
    who: /^app\/web\/(?:document-handler|page-response)\.server\.tsx$/,
    may: [web, settings],
    packages: /^(?:node:crypto|@remix-run\/.*|react|react-dom\/server|react-router)$/,
  },
  {
    who: web,
    may: [
      /^app\/domain\/(?:people\/(?:accounts|staff)|backoffice\/(?:analytics|inbox|undo|staff))\//,
      /^app\/domain\/system\/(?:health\/disk|backups\/read-copies)\.server\.ts$/,
      /^app\/domain\/shop\/discounts\/launch-offer(?:\.server)?\.ts$/,
      /^app\/domain\/mail\/(?:layout\/seller|outbox\/accents)\.server\.ts$/,
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
  // By their addresses, which the build fills in.
  { who: /^app\/ui\/page-script\.tsx$/, may: [browser], packages: remix },
  { who: ui, may: [plainDomain], mayForTypes: [domain, browser], packages: remix },
  { who: browser, may: [plainDomain], packages: none },
  { who: services, may: [/^app\/adapters\//], packages: none },
  { who: settings, may: [settingsRules], packages: /^node:(?:crypto|path)$/ },
  { who: settingsRules, may: [settingsRules, agreedDays], packages: /^(?:node:crypto|zod)$/ },
  { who: log, may: [], packages: none },
  { who: waiting, may: [], packages: node },
  { who: /^app\/adapters\/[^/]+\//, may: [log, waiting, wholeFiles], packages: anything },
  // Migrations read old text as it is read today.
  {
    who: db,
    may: [settings, /^app\/domain\/kernel\/text\//],
    packages: /^(?:node:.*|drizzle-orm.*|better-sqlite3)$/,
  },
  // A separate service: it knows the other side's protocol and nothing of the app.
  { who: /^scripts\/(?:payment|printer)-sandbox\//, may: [], packages: anything },
  // A bench that walks through the shop does it with the visitor of the tests, by the real forms, and has their services.
  {
    who: /^scripts\/bench\//,
    may: [
      /^(?:app|db|scripts)\//,
      /^tests\/(?:support\/(?:hostile-photos|html-form|network|s3-server|scripted-relay|test-response|visitor)|adapters\/payments\/buyer)\.ts$/,
    ],
    packages: anything,
  },
  { who: /^scripts\//, may: [/^(?:app|db|scripts)\//, /^build\/server\/index\.js$/], packages: anything },
];

/** The areas of the business from the lowest up, as the README draws them: none imports from one above it. */
export const AREAS: readonly string[] =
  /^kernel(?: < [a-z]+)+$/m.exec(readFileSync("README.md", "utf8"))?.[0].split(" < ") ?? [];

/** The folder of a file; files of the same folder may share parts. */
export function moduleOf(path: string): string {
  const inner =
    /^(app\/domain\/[^/]+\/[^/]+)\//.exec(path) ??
    /^((?:app\/(?:screens|hyperloop|adapters)|scripts)\/[^/]+)\//.exec(path);
  if (inner?.[1]) return inner[1];
  return /^(?:app\/[^/]+|[^/]+)/.exec(path)?.[0] ?? path;
}

export interface Plan {
  /** Files that handle a route. */
  addresses: ReadonlySet<string>;
}

/** Every import that is not allowed, as a message. */
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
  if (moduleOf(one.from) === moduleOf(one.to)) return keepsPure(one);
  if (one.isTypeOnly && rule.mayForTypes?.some((place) => place.test(one.to))) return true;
  if (!rule.may.some((place) => place.test(one.to))) return false;
  return isFromBelow(one);
}

/** Within a module, too, a plain file stays free of the clock and the database. */
function keepsPure(one: Import): boolean {
  const isPlainDomain = one.from.startsWith("app/domain/") && plainDomain.test(one.from);
  return !isPlainDomain || plainDomain.test(one.to);
}

function isFromBelow({ from, to }: Import): boolean {
  const [above, below] = [from, to].map((path) => /^app\/domain\/([^/]+)\//.exec(path)?.[1]);
  if (!above || !below) return true;
  return AREAS.includes(below) && AREAS.indexOf(below) <= AREAS.indexOf(above);
}

/** Import cycles among modules, each as a path of modules. */
export function findModuleCycles(all: Sources = sources): string[] {
  const edges = new Map<string, Set<string>>();
  for (const [path, text] of ruledFiles(all).filter(([one]) => !one.startsWith("scripts/"))) {
    const module = moduleOf(path);
    for (const { to, isOurs } of importsOf(path, text, all)) {
      if (isOurs && moduleOf(to) !== module) edges.set(module, (edges.get(module) ?? new Set()).add(moduleOf(to)));
    }
  }
  return cyclesIn(edges);
}

/** Import cycles between files, also of a module and for a type. */
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
  const go = (node: string, way: string[]) => {
    const start = way.indexOf(node);
    if (start >= 0) cycles.push([...way.slice(start), node].join(" → "));
    if (start >= 0 || done.has(node)) return;
    for (const next of edges.get(node) ?? []) go(next, [...way, node]);
    done.add(node);
  };
  for (const node of edges.keys()) go(node, []);
  return cycles;
}
