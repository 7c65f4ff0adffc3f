import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { settings } from "~/adapters/settings.server";
import { lockedSentence, lockFolder } from "../../scripts/folder-lock.ts";

const newFolder = () => mkdtempSync(join(settings.dataFolder, "locked-"));

/** Another process that has locked a folder, and keeps it until it is killed. */
async function lockElsewhere(folder: string) {
  const code = `const { lockFolder } = await import("./scripts/folder-lock.ts");
    const lock = await lockFolder(${JSON.stringify(folder)});
    console.log(lock ? "locked" : "refused");
    setInterval(() => lock, 1000);`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", code], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [said] = await once(child.stdout, "data");
  return { child, said: String(said).trim() };
}

it("a folder that another start has is refused, with an error message", async () => {
  const folder = newFolder();
  const other = await lockElsewhere(folder);
  expect(other.said).toBe("locked");
  expect(await lockFolder(folder)).toBeNull();
  expect(lockedSentence(folder)).toMatch(/^Loop is running on .+\.$/);
  other.child.kill("SIGKILL");
});

it("a start that was killed keeps nobody out", async () => {
  const folder = newFolder();
  const other = await lockElsewhere(folder);
  other.child.kill("SIGKILL");
  await once(other.child, "exit");
  const lock = await lockFolder(folder);
  expect(lock).not.toBeNull();
  lock?.release();
});

it("a folder that was released can be locked again, and two folders at once", async () => {
  const [folder, second] = [newFolder(), newFolder()];
  const lock = await lockFolder(folder);
  lock?.release();
  const locks = [await lockFolder(folder), await lockFolder(second)];
  expect(locks).not.toContain(null);
  for (const one of locks) one?.release();
});
