import { z } from "zod";
import { messageOf } from "~/adapters/log/log.server";
import { settings } from "~/adapters/settings.server";
import { SECOND_MS } from "~/domain/kernel/time/durations";
import { TASK_NAMES, TASKS } from "../machines/machine-tasks";
import { type Assessment, failing, unknown, warning, well } from "./check";
import { assessClock, CLOCK_TO_DO, DISK_TO_DO, examineDisk, offsetTo } from "./disk-and-clock.server";
import type { Finding } from "./findings";

/**
 * What the doctor examines on a machine beside the writer: that its process runs, that the writer knows its token, the clock, the
 * disk, and of one that reads whether it answers pages. It opens no database.
 */

const LONGEST_MS = 10 * SECOND_MS;

/** @param port at which a machine that reads answers */
export async function examineBeside({ port, isRunning }: { port: number; isRunning: boolean }): Promise<Finding[]> {
  const { writer, clock } = await askWriter();
  const process = isRunning ? well("It runs.") : failing("Nothing runs on this data folder.");
  return [
    asFinding("Process", process, "Start Loop: npm start"),
    asFinding("Writer", writer, "Check WRITER_ORIGIN and MACHINE_TOKEN. On the writer: npm run machines -- list"),
    asFinding("Clock", clock, CLOCK_TO_DO),
    asFinding("Disk", await examineDisk(), DISK_TO_DO),
    ...(settings.reading ? [asFinding("Pages", await askPages(port), "Read the log: it says why.")] : []),
  ];
}

function asFinding(name: string, { state, message, toDo }: Assessment, usualToDo: string): Finding {
  return { name, state, message, toDo: state === "well" ? null : (toDo ?? usualToDo) };
}

/** The writer's answer says its time, too. */
async function askWriter(): Promise<{ writer: Assessment; clock: Assessment }> {
  const origin = settings.machine?.writerOrigin ?? settings.reading?.writerOrigin;
  const token = settings.machine?.token;
  const hello = { method: "POST", body: "{}", headers: { Authorization: `Bearer ${token}`, ...JSON_BODY } };
  const began = Date.now();
  const answer = await ask(`${origin}${token ? "/machines/hello" : "/health"}`, token ? hello : {});
  if (answer instanceof Error) {
    const writer = failing(`The writer at ${origin} doesn’t answer: ${messageOf(answer)}.`);
    return {
      writer,
      clock: unknown("It’s compared with the writer’s, which didn’t answer.", "Mend the way to the writer first."),
    };
  }
  const offset = offsetTo(answer, began);
  const clock = offset === null ? unknown("The writer doesn’t say its time.") : assessClock(offset);
  return { writer: assessWriter(answer.status, answer.body, token !== undefined), clock };
}

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

const JSON_BODY = { "Content-Type": "application/json" };

async function ask(address: string, given: RequestInit): Promise<Answer | Error> {
  try {
    const response = await fetch(address, { ...given, redirect: "error", signal: AbortSignal.timeout(LONGEST_MS) });
    return { status: response.status, headers: response.headers, body: await response.text() };
  } catch (error) {
    if (error instanceof Error) return error;
    throw error;
  }
}

function assessWriter(status: number, body: string, hasToken: boolean): Assessment {
  if (status !== 200) {
    const { data } = Refusal.safeParse(readJson(body));
    return failing(`It answered ${status}${data ? `: ${data.error}` : ""}.`);
  }
  if (!hasToken) return warning("It answers, and System doesn’t show this machine.", "Set MACHINE_TOKEN.");
  const { data } = Hello.safeParse(readJson(body));
  if (!data) return failing("Something else than Loop answers there.");
  return well(`It knows this machine as ${data.name}: ${data.tasks.map((task) => TASK_NAMES[task]).join(", ")}.`);
}

const Hello = z.object({ name: z.string(), tasks: z.array(z.enum(TASKS)) });
const Refusal = z.object({ error: z.string() });

function readJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Whether this machine's own process answers from copies that are new enough. */
async function askPages(port: number): Promise<Assessment> {
  const answer = await ask(`http://127.0.0.1:${port}/ready`, {});
  if (answer instanceof Error) return failing(`Nothing answers at port ${port}: ${messageOf(answer)}.`, "Start Loop.");
  return answer.status === 200
    ? well("They come from copies that are new enough.")
    : failing(`The machine isn’t ready (${answer.status}): it hands everything to the writer.`);
}
