import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { writeWholeSync } from "~/adapters/files/whole-file.server";
import { settings } from "~/adapters/settings.server";
import { BEGINNING, type Position } from "./file-check.server";

/** Where the nightly check goes on the next night. Without the file, or with one that can't be read, at the beginning. */

const folder = join(settings.dataFolder, "run");
const file = join(folder, "file-check.json");

export function readPosition(): Position {
  try {
    const { stage, after } = JSON.parse(readFileSync(file, "utf8")) as { stage?: unknown; after?: unknown };
    if (stage === "loops" && typeof after === "string") return { stage, after };
    return stage === "folders" ? { stage } : BEGINNING;
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === "ENOENT") return BEGINNING;
    throw error;
  }
}

export function storePosition(position: Position | null): void {
  mkdirSync(folder, { recursive: true });
  writeWholeSync(file, JSON.stringify(position ?? BEGINNING));
}
