import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { attachSubmission } from "~/web/submission.server";
import { readTextFile } from "~/web/text-file.server";

const path = join(mkdtempSync(join(tmpdir(), "text-")), "codes.csv");
writeFileSync(path, "one,two");
const FILE = { name: "codes.csv", path, bytes: 7, tooLarge: false };

it.each([
  ["is read", [FILE], "one,two"],
  ["that was not chosen gives nothing", [], null],
  ["that is too large gives nothing", [{ ...FILE, tooLarge: true }], null],
  ["there was no room for gives nothing", [{ ...FILE, refused: "busy" as const }], null],
  ["that is empty gives nothing", [{ ...FILE, bytes: 0 }], null],
])("a file %s", async (_, files, text) => {
  const request = new Request("http://localhost:3000/", { method: "POST" });
  const discard = async () => {};
  attachSubmission(request, { form: new FormData(), files: new Map([["list", files]]), cut: new Set(), discard });
  expect([await readTextFile(request, "list"), await readTextFile(request, "other")]).toEqual([text, null]);
});
