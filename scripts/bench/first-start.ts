import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import SqliteFile from "better-sqlite3";
import { freePort, root } from "../steps.ts";
import { type Figure, none, seen } from "./harness/figures";

/**
 * First starts that are killed while they make the demo world, each a moment after a line of it, on one data folder: the
 * next start makes it from the beginning, and the world is the same as one that nobody disturbed.
 */

/** After which line of the start, and how long after it. */
const KILLS = [
  { after: /Making the demo world/, ms: 1_000 },
  { after: /Making the demo world/, ms: 6_000 },
  { after: /Winifred/, ms: 2_000 },
  { after: /Margaret Okafor/, ms: 500 },
  { after: /A quarter of business/, ms: 1_500 },
  { after: /4 years that are over/, ms: 0 },
];
const MADE = ["loop.db", "demo-logins.txt", "payment-sandbox.db", "mail", "photos"];

export async function measure(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), "loop-bench-first-start-"));
  const [killed, undisturbed] = [join(folder, "killed"), join(folder, "undisturbed")];
  try {
    const halves: string[] = [];
    for (const kill of KILLS) {
      await startAndKill(killed, kill);
      // What is there is a world or nothing; the last kill may come after the move.
      const made = MADE.filter((name) => existsSync(join(killed, name)));
      if (made.length > 0 && made.length < MADE.length) halves.push(`${kill.after}: ${made.join(", ")}`);
      console.log(`killed ${kill.ms} ms after ${kill.after}:`, readdirSync(killed).join(" "));
    }
    await seed(killed);
    await seed(undisturbed);
    const [one, other] = [countsOf(killed), countsOf(undisturbed)];
    const differing = Object.keys(other).filter((name) => one[name] !== other[name]);
    for (const name of differing) console.log(name, one[name], other[name]);
    return [
      seen("starts that were killed", KILLS.length),
      none("halves of a world shown as whole", halves.length),
      none(`counts that differ from an undisturbed world, of ${Object.keys(other).length}`, differing.length),
      seen(
        "rows in both",
        Object.values(other).reduce((sum, count) => sum + count, 0),
      ),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function environment(dataFolder: string, port: number) {
  const { PATH = "", HOME = "" } = process.env;
  return { PATH, HOME, DATA_DIR: dataFolder, PORT: String(port), NODE_ENV: "production" as const };
}

async function startAndKill(dataFolder: string, { after, ms }: (typeof KILLS)[number]): Promise<void> {
  const env = environment(dataFolder, await freePort(0));
  const start = spawn(process.execPath, ["scripts/start.ts"], {
    cwd: root,
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const left = once(start, "exit");
  let said = "";
  await new Promise<void>((resolve) => {
    start.stdout.on("data", (words) => {
      said += String(words);
      if (after.test(said) || /Loop is open/.test(said)) resolve();
    });
    void left.then(() => resolve());
  });
  await pause(ms);
  start.kill("SIGKILL");
  await left;
}

async function seed(dataFolder: string): Promise<void> {
  const env = {
    ...environment(dataFolder, 0),
    PORT: "3000",
    SECRETS: "a-secret-for-benches-only-32-characters",
  };
  const program = spawn(process.execPath, ["--import", "tsx", "scripts/seed.ts"], {
    cwd: root,
    env,
    stdio: "inherit",
  });
  const [code] = await once(program, "exit");
  if (code !== 0) throw new Error(`The seed ended with ${code}.`);
}

/** How many rows each table has, and how many files each folder. */
function countsOf(dataFolder: string): Record<string, number> {
  const connection = new SqliteFile(join(dataFolder, "loop.db"), { readonly: true });
  const tables = connection
    .prepare<[], string>("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .pluck()
    .all();
  const count = (table: string) => connection.prepare<[], number>(`SELECT count(*) FROM "${table}"`).pluck().get() ?? 0;
  const rows = tables.map((table) => [table, count(table)]);
  connection.close();
  const files = ["mail", "photos"].map((name) => [
    `${name}/`,
    readdirSync(join(dataFolder, name), { recursive: true }).length,
  ]);
  return Object.fromEntries([...rows, ...files]);
}
