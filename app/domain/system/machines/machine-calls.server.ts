import { z } from "zod";
import { canLend, leaseOf, lend, Report, renew, take } from "./lent-work.server";
import { MAKINGS } from "./machine-tasks";
import { type Machine, machineOf, noteLag } from "./machines.server";

/** What machines beside the writer ask it: that they are there, for work, and with what they have made. */

interface MachineCall {
  name: string;
  token: string;
  /** Reads the body, which is JSON; undefined where it was too long. */
  body(): Promise<string | undefined>;
}

interface Answer {
  status: number;
  body: object;
  /** For the log: what a machine could not do. */
  note?: Readonly<Record<string, unknown>>;
}

const refuse = (status: number, error: string): Answer => ({ status, body: { error } });

const NO_TASK = "This machine has no such task: npm run machines -- add … --tasks";
const NO_BUCKET = "Files are in a folder of the writer, where no other machine reaches them: set S3_BUCKET there first";

const lease = z.string().max(4096);
const CALLS = {
  hello: reading(z.object({ lagMs: z.number().int().min(0).optional() }), ({ lagMs }, machine) => {
    if (lagMs !== undefined && !machine.tasks.includes("reader")) return refuse(403, NO_TASK);
    if (lagMs !== undefined) noteLag(lagMs, machine.id);
    if (!canLend() && MAKINGS.some((task) => machine.tasks.includes(task))) return refuse(409, NO_BUCKET);
    return { status: 200, body: { name: machine.name, tasks: machine.tasks } };
  }),
  lease: reading(z.object({ task: z.enum(MAKINGS) }), async ({ task }, machine, now) => {
    if (!machine.tasks.includes(task)) return refuse(403, NO_TASK);
    if (!canLend()) return refuse(409, NO_BUCKET);
    return { status: 200, body: { lent: await lend(task, machine, now) } };
  }),
  renew: reading(z.object({ lease, steps: z.number().int().min(0).optional() }), (given, machine, now) => {
    const lent = leaseOf(given.lease, machine);
    if (!lent) return refuse(403, "That lease isn’t this machine’s");
    return { status: 200, body: { isHeld: renew(lent, given.steps, now) } };
  }),
  report: reading(z.object({ lease, report: Report }), async ({ lease, report }, machine, now) => {
    const lent = leaseOf(lease, machine);
    if (!lent) return refuse(403, "That lease isn’t this machine’s");
    const answer: Answer = { status: 200, body: { isKept: await take(lent, report, now) } };
    if (report.outcome !== "failed" || report.message === null) return answer;
    return { ...answer, note: { machine: machine.name, jobId: lent.jobId, kind: lent.kind, message: report.message } };
  }),
};

/** Answers a call. 401 without a token that is good now, and the body unread; 403 for what is not the machine's to ask. */
export async function answerMachine({ name, token, body }: MachineCall, now: Date): Promise<Answer> {
  const machine = token === "" ? undefined : machineOf(token, now);
  if (!machine) return refuse(401, "We don’t know this token");
  const text = await body();
  if (text === undefined) return refuse(413, "That’s too long");
  const call = Object.hasOwn(CALLS, name) ? CALLS[name as keyof typeof CALLS] : undefined;
  return call ? await call(text, machine, now) : refuse(404, "There’s no such call");
}

/** A call whose body is read by this form. */
function reading<Given>(
  form: z.ZodType<Given>,
  answer: (given: Given, machine: Machine, now: Date) => Answer | Promise<Answer>,
) {
  return async (body: string, machine: Machine, now: Date): Promise<Answer> => {
    const given = form.safeParse(parse(body));
    return given.success ? await answer(given.data, machine, now) : refuse(400, "We can’t read that");
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
