import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync, watch } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterEach, expect, it } from "vitest";
import { db } from "#db/client.server";
import { alarms, emails, scheduleRuns } from "#db/schema";
import { settings } from "~/adapters/settings.server";
import { queueEmail } from "~/domain/mail/outbox/outbox.server";
import { verificationCode } from "~/domain/people/accounts/account-emails";

const folder = join(settings.dataFolder, "mail");
let worker: ChildProcess | undefined;

afterEach(() => {
  worker?.kill("SIGKILL");
});

async function startWorker(): Promise<ChildProcess> {
  const child = spawn(process.execPath, ["build/processes/worker.js"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  worker = child;
  for await (const line of createInterface({ input: child.stdout })) if (line === "Worker ready.") return child;
  throw new Error("The worker never said that it was ready.");
}

/** The first complete email in the folder. */
function firstEmail(): Promise<string> {
  mkdirSync(folder, { recursive: true });
  return new Promise((resolve) => {
    const look = () => {
      const name = readdirSync(folder).find((file) => file.endsWith(".eml"));
      if (name === undefined) return;
      watcher.close();
      resolve(readFileSync(join(folder, name), "utf8"));
    };
    const watcher = watch(folder, look);
    look();
  });
}

it("the worker says that it is ready, sends an email, and finishes with it before it stops", async () => {
  const child = await startWorker();
  db.transaction(
    (tx) =>
      queueEmail(tx, {
        accountId: null,
        to: { name: "Margaret", email: "margaret@example.com" },
        dedupeKey: "worker",
        message: verificationCode({ firstName: "Margaret", code: "204816", minutes: 10 }),
        now: new Date(),
      }),
    { behavior: "immediate" },
  );
  expect(await firstEmail()).toMatch(/s your code\s+204816\s/);
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  expect(await ended).toEqual([0, null]);
  expect(db.select({ state: emails.state }).from(emails).all()).toEqual([{ state: "sent" }]);
});

it("the worker stops cleanly when somebody presses Ctrl-C", async () => {
  const child = await startWorker();
  const ended = once(child, "exit");
  child.kill("SIGINT");
  expect(await ended).toEqual([0, null]);
});

it("the worker notes at its start that the clock went back", async () => {
  const ahead = new Date(Date.now() + 86_400_000);
  const run = { name: "tidy-up", startedAt: ahead, finishedAt: ahead };
  db.insert(scheduleRuns).values(run).onConflictDoUpdate({ target: scheduleRuns.name, set: run }).run();
  await startWorker();
  await expect
    .poll(() => db.select({ kind: alarms.kind }).from(alarms).all())
    .toContainEqual({ kind: "clock_set_back" });
});
