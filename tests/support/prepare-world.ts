import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statfsSync, statSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import type { TestProject } from "vitest/node";
import { applyMigrations } from "#db/migrations.server";
import { ensureProcesses } from "../../scripts/steps.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The folder of this run, with the empty database that every test file starts from. */
    world: string;
  }
}

/** The setups of all projects run in one process, and share the folder. */
const ofRun = globalThis as { worldOfTests?: string };

const ONE_DAY_MS = 86_400_000;

/**
 * Makes the empty, migrated database that every test file starts from, in a folder of this run alone, so that two runs
 * at once do not disturb each other; deletes the folder afterwards. It is not below build/, which every build empties.
 * What build/processes holds is bundled again if sources have changed.
 */
export function setup(project: TestProject) {
  const made = ofRun.worldOfTests;
  if (made) {
    project.provide("world", made);
    return;
  }
  ensureProcesses();
  const worlds = worldsFolder();
  mkdirSync(worlds, { recursive: true });
  clearForgottenWorlds(worlds);
  const world = mkdtempSync(join(worlds, "run-"));
  const template = new Database(join(world, "template.db"));
  applyMigrations(template);
  template.close();
  project.provide("world", world);
  ofRun.worldOfTests = world;
  return () => rmSync(world, { recursive: true, force: true });
}

/** In memory where there is room: each commit waits for the disk, and the tests make many. */
function worldsFolder(): string {
  const hasSpace = existsSync(MEMORY) && freeBytes(MEMORY) > SPACE_BYTES;
  return hasSpace ? join(MEMORY, "loop-tests") : join(process.cwd(), "test-results", "worlds");
}

const MEMORY = "/dev/shm";
const SPACE_BYTES = 4 * 1024 ** 3;

function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/** Runs that were killed leave their folder behind. */
function clearForgottenWorlds(worlds: string): void {
  for (const name of readdirSync(worlds)) {
    const folder = join(worlds, name);
    const age = Date.now() - (statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (age > ONE_DAY_MS) rmSync(folder, { recursive: true, force: true });
  }
}
