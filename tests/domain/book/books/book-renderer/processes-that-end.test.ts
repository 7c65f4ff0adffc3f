import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { countBookPages, findDoublePages } from "~/domain/book/books/book-renderer.server";
import { PRINTER } from "~/domain/book/prepress/printer";
import { loop, week } from "../loop-on-paper";
import { artwork, print, workFolder } from "../print-photos";

const { execPath } = process;
afterEach(() => {
  process.execPath = execPath;
});

/** Every render process whose job is of this kind writes this before it ends, as if something outside had ended it. */
function endWith(words: string, kind = "workFolder") {
  const program = join(workFolder(), "node");
  const script = [
    "for jobFile; do :; done",
    `if grep -q ${kind} "$jobFile"; then echo "${words}" >&2; exit 1; fi`,
    `exec ${execPath} "$@"`,
  ];
  writeFileSync(program, `#!/bin/sh\n${script.join("\n")}\n`);
  chmodSync(program, 0o755);
  process.execPath = program;
}

const input = loop([week(1, { photos: [] })]);
const OUT_OF_MEMORY = "JavaScript heap out of memory";
const TOO_LARGE = { ok: false, reason: "too_large", detail: expect.stringContaining("more memory") };

it("a book whose process is ended from outside can be tried again, and one that takes too much memory is refused", async () => {
  endWith("Killed");
  await expect(print(input, new Map())).rejects.toThrow("The render process ended with 1. Killed");
  await expect(findDoublePages(input, workFolder())).rejects.toThrow("The render process ended with 1. Killed");
  expect(await countBookPages({ input, artwork, workFolder: workFolder() })).toBeNull();
  endWith(OUT_OF_MEMORY);
  expect((await print(input, new Map())).result).toEqual(TOO_LARGE);
  expect(await findDoublePages(input, workFolder())).toEqual([]);
});

it("so is one whose cover is being made", async () => {
  const withCover = { printer: PRINTER, cover: "standard" } as const;
  endWith("Killed", "pagesFile");
  await expect(print(input, new Map(), withCover)).rejects.toThrow("The render process ended with 1. Killed");
  endWith(OUT_OF_MEMORY, "pagesFile");
  expect((await print(input, new Map(), withCover)).result).toEqual(TOO_LARGE);
});
