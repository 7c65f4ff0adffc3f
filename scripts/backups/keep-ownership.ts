import { backups } from "../../app/adapters/adapters.server";
import { settings } from "../../app/adapters/settings.server";
import { reportLostCopies } from "../../app/domain/system/alarms/channels.server";
import {
  claimCopies,
  giveCopiesBack,
  type Held,
  isRenewalDue,
  LOOKS_MS,
  lookAfterCopies,
  releaseCopies,
} from "../../app/domain/system/backups/ownership.server";
import { refuse, wantedBackups } from "./wanted";

/**
 * A process of the start (`scripts/ownership.ts`): claims the copies, or refuses with a message; then says "held" after
 * each look that found them ours, and "lost" once they are another machine's. It ends when the start tells it to.
 */

const { ownerObject } = wantedBackups(backups);
let held: Held | null = null;
let renewedMs = 0;
let wish: "release" | "give back" | null = null;

// Ctrl-C reaches the whole group, and this process is needed until the last copy is made.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => undefined);
process.on("disconnect", () => process.exit(1));
process.on("message", (asked: typeof wish) => {
  wish = asked;
});

const say = (kind: "held" | "lost") => process.send?.({ kind, at: Date.now() });
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

held = await claim();
let isSilent = false;
while (wish === null) {
  try {
    const renew = isRenewalDue(renewedMs, performance.now()) || held.owner.state === "taken";
    const look = await lookAfterCopies(ownerObject, settings.dataFolder, held, renew);
    if (look.state === "lost") await lose(look.sentence);
    else held = look.held;
    if (renew) renewedMs = performance.now();
    say("held");
    if (isSilent) console.error("The bucket answers again: the copies are still this machine’s.");
    isSilent = false;
  } catch (error) {
    if (!isSilent) console.error(`We couldn’t ask the bucket which machine has the copies: ${reasonOf(error)}`);
    isSilent = true;
  }
  for (let waited = 0; waited < LOOKS_MS && wish === null; waited += 100) await pause(100);
}
try {
  if (wish === "give back") await giveCopiesBack(ownerObject, settings.dataFolder, held);
  else if (await releaseCopies(ownerObject, settings.dataFolder, held))
    console.log("The last copy is made, and the copies are released: any machine may go on from them.");
} catch (error) {
  console.error(`The copies could not be released: ${reasonOf(error)}`);
}
process.exit(0);

async function claim(): Promise<Held> {
  for (let isFirst = true; wish === null; isFirst = false) {
    try {
      const claimed = await claimCopies(ownerObject, settings.dataFolder);
      if (!claimed.ok) refuse(claimed.sentence);
      if (claimed.waitMs > 0) {
        console.log(`The copies were taken from a lost machine: waiting ${claimed.waitMs / 1000} s.`);
        await pause(claimed.waitMs);
      }
      return claimed.held;
    } catch (error) {
      if (isRefusal(error)) refuse(`The bucket won’t say which machine has the copies: ${reasonOf(error)}`);
      if (isFirst) console.error(`Waiting for the bucket, to ask which machine has the copies: ${reasonOf(error)}`);
      await pause(LOOKS_MS);
    }
  }
  process.exit(1);
}

async function lose(sentence: string): Promise<never> {
  say("lost");
  console.error(sentence);
  await reportLostCopies(sentence, new Date());
  process.exit(1);
}

function isRefusal(error: unknown): boolean {
  const status = (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode ?? 0;
  return status >= 400 && status < 500;
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
