import { randomBytes } from "node:crypto";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { messageOf } from "../../app/adapters/log/log.server";
import { settings } from "../../app/adapters/settings.server";
import type { Lent, Report } from "../../app/domain/system/machines/lent-work.server";
import { MAKINGS, type Making } from "../../app/domain/system/machines/machine-tasks";
import { makeBook, makePhoto } from "./making";
import { openWriter, Refused } from "./writer";

/** The process of a machine that helps (`ROLE=helper`): it asks the writer for work, and makes it. */

const IDLE_MS = 1_000;
/** While the writer does not respond, and after what failed: the fault may be this machine's. */
const PAUSE_MS = 5_000;
/** Photos two at a time, books one at a time, as in the writer's own worker. */
const LANES: readonly Making[] = ["photos", "photos", "books"];
/** What is being made when the machine is stopped has this time to end, and is given back after it. */
const LONGEST_STOP_MS = 8_000;

if (!settings.machine) throw new Error("Only a machine with ROLE=helper has this process.");
const { writerOrigin } = settings.machine;
const writer = openWriter(settings.machine);
const workFolder = join(settings.dataFolder, "work");
/** The leases of what is being made. */
const held = new Set<string>();
let isStopping = false;
let working: Promise<unknown> = Promise.resolve();

for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => void stop());
process.on("disconnect", () => void stop());
begin().catch((error: unknown) => {
  console.error(messageOf(error));
  process.exit(1);
});

async function begin(): Promise<void> {
  // What a process that was killed left behind.
  await rm(workFolder, { recursive: true, force: true });
  const { name, tasks } = await untilAnswered();
  const lanes = LANES.filter((task) => tasks.includes(task));
  if (lanes.length === 0) throw new Error(`${name} has no task here: ${MAKINGS.join(", ")}.`);
  console.log(`${name} helps ${writerOrigin} with ${[...new Set(lanes)].join(" and ")}.`);
  process.send?.("ready");
  working = Promise.all(lanes.map(workOn));
  await working;
}

/** The writer may be down while this machine starts. @throws Refused */
async function untilAnswered() {
  for (;;) {
    try {
      return await writer.hello();
    } catch (error) {
      if (error instanceof Refused) throw error;
      console.error(`Waiting for the writer at ${writerOrigin}: ${messageOf(error)}`);
    }
    await setTimeout(PAUSE_MS);
  }
}

async function workOn(task: Making): Promise<void> {
  while (!isStopping) {
    try {
      const lent = await writer.lease(task);
      if (lent) await make(lent);
      else await setTimeout(IDLE_MS);
    } catch (error) {
      // A token that was revoked stays so; the start says why, and tries again at a growing distance.
      if (error instanceof Refused && error.status === 401) throw error;
      console.error(`${task}: ${messageOf(error)}`);
      if (!isStopping) await setTimeout(PAUSE_MS);
    }
  }
}

/** @throws what kept it from being made, which the writer was told. */
async function make(lent: Lent): Promise<void> {
  const { lease, seconds } = lent;
  const folder = join(workFolder, randomBytes(8).toString("hex"));
  let steps: number | undefined;
  const renew = async () => {
    try {
      if (!(await writer.renew(lease, steps))) clearInterval(renewing);
    } catch (error) {
      console.error(`A lease was not renewed: ${messageOf(error)}`);
    }
  };
  const renewing = setInterval(() => void renew(), (seconds / 3) * 1_000);
  const making = {
    folder,
    note: (stepsDone: number) => {
      steps = stepsDone;
    },
    report: (report: Report) => writer.report(lease, report),
  };
  held.add(lease);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    if (lent.task === "photos") await makePhoto(lent.work, making);
    else await makeBook(lent.work, making);
  } catch (error) {
    if (error instanceof Refused && error.status === 401) throw error;
    // A signal to the whole group ends the process that makes a photo first: that is no failure.
    const message = isStopping ? null : messageOf(error).slice(0, 8000);
    await writer.report(lease, { outcome: "failed", message });
    throw error;
  } finally {
    held.delete(lease);
    clearInterval(renewing);
    await rm(folder, { recursive: true, force: true });
  }
}

async function stop(): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  await Promise.race([Promise.allSettled([working]), setTimeout(LONGEST_STOP_MS)]);
  const back = [...held].map((lease) => writer.report(lease, { outcome: "failed", message: null }));
  await Promise.race([Promise.allSettled(back), setTimeout(2_000)]);
  process.exit(0);
}
