import { spawn } from "node:child_process";
import { describe, expect, it } from "vitest";
import { listMachines, machineOf } from "~/domain/system/machines/machines.server";

interface Said {
  code: number | null;
  out: string;
}

/** Runs the `machines` script of package.json on this file's own database. */
async function run(...words: readonly string[]): Promise<Said> {
  const program = spawn(process.execPath, ["scripts/run.mjs", "machines", ...words], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  let out = "";
  for (const stream of [program.stdout, program.stderr])
    stream.on("data", (chunk) => {
      out += String(chunk);
    });
  const code = await new Promise<number | null>((resolve) => program.once("close", resolve));
  return { code, out };
}

const tokenIn = ({ out }: Said) => /MACHINE_TOKEN=(\S+)/.exec(out)?.[1] ?? "";

describe("npm run machines", () => {
  it("adds a machine, gives it another token, lists and revokes it", async () => {
    const added = await run("add", "--name", "attic", "--tasks", "photos,books");
    expect([added.code, machineOf(tokenIn(added), new Date())?.tasks]).toEqual([0, ["photos", "books"]]);
    const rotated = await run("rotate", "--name", "attic");
    expect(rotated.out).toContain("good until this one is first used");
    expect((await run("list")).out).toMatch(/^attic {2}photos,books {2}added .+ {2}seen .+ {2}\(a new token waits\)/m);
    expect(machineOf(tokenIn(rotated), new Date())?.name).toBe("attic");
    expect(machineOf(tokenIn(added), new Date())).toBeUndefined();
    expect((await run("revoke", "--name", "attic")).code).toBe(0);
    expect((await run("list")).out).toContain("(revoked ");
    expect(machineOf(tokenIn(rotated), new Date())).toBeUndefined();
  });

  it("refuses what makes no sense, with a sentence", async () => {
    const refused = [
      ["add", "--name", "attic", "--tasks", "photos,emails"],
      ["add", "--name", "attic"],
      ["add", "--tasks", "photos"],
      ["rotate", "--name", "nobody"],
      ["revoke", "--name", "nobody"],
      ["dance"],
    ];
    const before = listMachines().length;
    for (const words of refused) {
      const { code, out } = await run(...words);
      expect([words, code, out.trim() === ""]).toEqual([words, 1, false]);
    }
    expect(listMachines()).toHaveLength(before);
  });
});
