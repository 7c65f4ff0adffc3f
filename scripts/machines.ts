import { parseArgs } from "node:util";

/** Manages the machines beside the writer, from its shell. A token is printed once; only its hash is kept. */

const USAGE = `npm run machines -- add --name NAME --tasks reader,photos,books
npm run machines -- list
npm run machines -- rotate --name NAME
npm run machines -- revoke --name NAME`;

const SENTENCES = {
  name_taken: "There is a machine of that name. Revoke it first, or choose another name.",
  not_found: "There is no machine of that name.",
} as const;

function give(why: string): never {
  console.error(why);
  process.exit(1);
}

const { values: given, positionals } = readArguments();
const [command] = positionals;
await import("./data-folder");
const { closeDatabase, migrateDatabase } = await import("../db/client.server");
const { isTask, TASKS } = await import("../app/domain/system/machines/machine-tasks");
const machines = await import("../app/domain/system/machines/machines.server");

migrateDatabase();
const now = new Date();
const commands: Record<string, () => void> = { add, list, rotate, revoke };
const action = commands[command ?? ""];
if (!action) give(USAGE);
action();
closeDatabase();

function add(): void {
  const tasks = (given.tasks ?? "").split(",").map((word) => word.trim());
  if (!tasks.every(isTask)) give(`Add its tasks: --tasks ${TASKS.join(",")}, or some of them`);
  const added = machines.addMachine({ name: name(), tasks: [...new Set(tasks)] }, now);
  if (!added.ok) give(SENTENCES[added.reason]);
  printToken(added.token);
}

function list(): void {
  for (const { name, tasks, createdAt, seenAt, lagMs, revokedAt, nextTokenHash } of machines.listMachines()) {
    const moment = (at: Date | null) => (at ? `${at.toISOString().slice(0, 16)}Z` : "never");
    const lag = lagMs === null ? "" : `  ${(lagMs / 1000).toFixed(1)} s behind`;
    const state = revokedAt ? `  (revoked ${moment(revokedAt)})` : nextTokenHash ? "  (a new token waits)" : "";
    console.log(`${name}  ${tasks.join(",")}  added ${moment(createdAt)}  seen ${moment(seenAt)}${lag}${state}`);
  }
}

function rotate(): void {
  const rotated = machines.rotateToken(name(), now);
  if (!rotated.ok) give(SENTENCES[rotated.reason]);
  printToken(rotated.token);
  console.log("The old token is good until this one is first used.");
}

function revoke(): void {
  const revoked = machines.revokeMachine(name(), now);
  if (!revoked.ok) give(SENTENCES[revoked.reason]);
  console.log("Done.");
}

function printToken(token: string): void {
  console.log(`Shown once, kept nowhere:\n  MACHINE_TOKEN=${token}`);
}

function name(): string {
  const word = given.name ?? "";
  return /^[\w-]{1,40}$/.test(word) ? word : give("Add --name with up to 40 letters, digits and hyphens");
}

function readArguments() {
  const text = { type: "string" } as const;
  try {
    return parseArgs({ allowPositionals: true, options: { name: text, tasks: text } });
  } catch (error) {
    if (error instanceof TypeError) return give(USAGE);
    throw error;
  }
}
