import ts from "typescript";
import { describe, expect, it } from "vitest";
import { alone, parse, type Sources, sources, walk } from "./source";

/**
 * A file that stays appears whole or not at all: it is written by `app/adapters/files/whole-file.server.ts`. Whatever else
 * writes to a disk is listed here, with why half a file, or one written in place, can harm nothing.
 */
const WORK = "its own file in a temporary folder that the work removes, and the nightly sweep after a kill";
const BESIDE = "written beside and renamed";
const BY_HAND = "a developer runs it, and the result is committed";
const WRITERS: Readonly<Record<string, string>> = {
  "app/domain/system/alarms/refused-start.server.ts": "it is empty: its time is what it says",
  "app/adapters/files/whole-file.server.ts": "the place itself",
  "app/adapters/storage/disk.server.ts": "through putWhole, or beside and renamed",
  "app/adapters/storage/s3.server.ts": BESIDE,
  "app/adapters/backups/copies.server.ts": BESIDE,
  "app/domain/book/assembly/pdf-assembler.server.ts": WORK,
  "app/domain/book/assembly/print-photos.server.ts": WORK,
  "app/domain/system/backups/nightly.server.ts": WORK,
  "app/domain/system/backups/restore.server.ts": BESIDE,
  "app/domain/system/backups/restored-beside.server.ts": "moves whole databases that nobody has open",
  "app/domain/book/books/book-renderer.server.ts": WORK,
  "app/domain/book/books/page-store.server.ts": WORK,
  "app/domain/diary/entries/uploads.server.ts": WORK,
  "app/domain/system/health/heartbeat.server.ts": "an empty file, of which only the time counts",
  "app/domain/diary/photos/heic-process.server.ts": WORK,
  "app/domain/diary/photos/photo-rendering.server.ts": WORK,
  "app/domain/diary/photos/png-colours.server.ts": WORK,
  "app/domain/book/typesetting/typeface-cuts.server.ts": WORK,
  "app/domain/book/typesetting/typesetter.server.ts": WORK,
  "app/web/incoming-files.server.ts": WORK,
  "db/damage.server.ts": "a note that counts by being there",
  "scripts/helping/files.ts": WORK,
  "scripts/backups/missed.ts":
    "moves a whole copy; the words of customers beside it go through writeWhole, for their owner alone",
  "scripts/convert-inks.ts": BY_HAND,
  "scripts/samples/draw.ts": BY_HAND,
  "scripts/samples/share-pictures.ts": BY_HAND,
  "scripts/seed/album.ts": "in the folder of a seed, which a stopped one removes",
  "scripts/seed/moving-in.ts": "moves what was made beside",
  "scripts/printer-sandbox/orders.ts": BESIDE,
  "scripts/start.ts": BESIDE,
  "scripts/tools.mjs": BESIDE,
  "scripts/steps.ts": "stamps, which count only with their whole content; bundles are made beside and renamed",
  "scripts/test.ts": "the counts of a test run",
  "scripts/mutate.ts": "what a run found; one that is broken off is started again with --fresh",
  "scripts/mutation/runner.ts": "lines of what was found, of which only whole ones are read",
  "scripts/test-other-nodes.ts": "the counts of two test runs",
};

const CALLS = /^(?:(?:write|append|copy)File|createWriteStream|toFile|f?truncate|link|rename|cp)(?:Sync)?$/;
const OPENED_TO_WRITE = /^(?:r\+|[wa]x?s?\+?)$/;

/** The functions by which a file is written, by file. */
function findWriters(all: Sources): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const [path, text] of all) {
    if (!/^(?:app|db|scripts)\//.test(path) || /^scripts\/(?:bench|testing)\//.test(path)) continue;
    walk(parse(path, text), (node) => {
      if (!ts.isCallExpression(node)) return;
      const { expression, arguments: given } = node;
      const name = ts.isIdentifier(expression)
        ? expression.text
        : ts.isPropertyAccessExpression(expression)
          ? expression.name.text
          : "";
      const [, mode] = given;
      const isOpened =
        /^open(?:Sync)?$/.test(name) && mode && ts.isStringLiteral(mode) && OPENED_TO_WRITE.test(mode.text);
      // `link` is also a part of an email and of a page.
      const isFileCall = CALLS.test(name) && (name !== "link" || /node:fs/.test(text));
      if (isOpened || isFileCall) found.set(path, [...(found.get(path) ?? []), name]);
    });
  }
  return found;
}

describe("whatever writes a file", () => {
  const writers = findWriters(sources);

  it("writes it whole, or is listed with why it need not", () => {
    expect([...writers].filter(([path]) => !(path in WRITERS))).toEqual([]);
    expect(Object.keys(WRITERS).filter((path) => !writers.has(path))).toEqual([]);
  });

  it("makes no links to files, since writing onto one changes what both name", () => {
    const linked = [...writers].filter(([, names]) => names.some((name) => name.startsWith("link")));
    expect(linked).toEqual([]);
  });

  it.each([
    `import { writeFile } from "node:fs/promises"; await writeFile(path, "x");`,
    `import { createWriteStream } from "node:fs"; pipeline(from, createWriteStream(path));`,
    `import { open } from "node:fs/promises"; await open(path, "r+");`,
    `await sharp(from).jpeg().toFile(path);`,
  ])("is seen: %s", (text) => {
    expect(findWriters(alone({ "app/jobs/planted.ts": text })).has("app/jobs/planted.ts")).toBe(true);
  });
});
