import type { Fault } from "./faults";
import { atMost, type Figure, holds, ms, quantile, seconds, seen } from "./figures";
import type { HealthLook } from "./health-watch";
import { CODE_WAIT_MS } from "./visitor-acts";
import type { Act, Answer, Diary } from "./visitor-diary";
import { VISITORS } from "./visitors";
import type { WholeShop } from "./whole-shop";

/** What the bench `trouble` says of one fault, and its limits. */

const MOST_HEALTH_MS = 200;
const MOST_RECOVERY_MS = 10_000;
/** What calls to other systems may take while somebody waits, and two seconds for the rest on a busy machine. */
const MOST_WAIT_SECONDS = 12;
/** How long emails that waited are waited for. */
export const EMAILS_MS = 75_000;

export interface Course {
  began: number;
  ended: number;
  looks: HealthLook[];
  alarm: { kind: string; seconds: number } | null;
  /** When every email that waited at the end was sent; null where it was not within the time. */
  emailsMs: number | null;
}

const WRITING: readonly Act[] = ["write", "upload", "choose", "buy", "register"];

export function figuresOf(fault: Fault, shop: WholeShop, diary: Diary, course: Course): Figure[] {
  const { began, ended, looks, alarm, emailsMs } = course;
  const isDuring = ({ began: at }: Answer) => at >= began && at < ended;
  const during = diary.answers.filter(isDuring);
  const reading = during.filter(({ act }) => act === "read");
  const photos = during.filter(({ act }) => act === "photo");
  const writing = during.filter(({ act }) => WRITING.includes(act));
  const health = looks.filter(({ at }) => at >= began && at < ended);
  const times = health.map(({ milliseconds }) => milliseconds);
  const p99 = quantile(times, 0.99);
  const quiet = looks.filter(({ at }) => at < began).map(({ milliseconds }) => milliseconds);
  const lost = [...lostWords(shop, diary.words), ...diary.gone];
  const back = recoveryOf(diary, ended);
  const slowest = Math.max(0, ...writing.map((answer) => answer.ended - answer.began));
  const isKept = ({ outcome }: Answer) => ["saved", "kept", "asked"].includes(outcome);
  const { cutsConnections = false } = fault;
  const unanswered = health.filter(({ status }) => status !== 200).length;
  return [
    holds(
      `health p99 of ${times.length}, largest ${ms(Math.max(...times))}, quiet p99 ${ms(quantile(quiet, 0.99))}`,
      ms(p99) + (unanswered > 0 ? `, ${unanswered} without an answer` : ""),
      `< ${ms(MOST_HEALTH_MS)}`,
      p99 < MOST_HEALTH_MS && (unanswered === 0 || cutsConnections),
    ),
    holds(
      `reading by ${VISITORS}`,
      statusesOf(reading),
      cutsConnections ? "200 or cut" : "200",
      reading.every(({ status, outcome }) => status === 200 || (cutsConnections && outcome === "cut")),
    ),
    seen("photos read", statusesOf(photos)),
    holds(
      "writing",
      outcomesOf(writing),
      cutsConnections ? "saved, kept or cut" : "saved or kept",
      writing.every((answer) => isKept(answer) || (cutsConnections && answer.outcome === "cut")),
    ),
    atMost("the longest that a form waited", slowest / 1000, MOST_WAIT_SECONDS, seconds),
    ...sentencesOf(during).map((line) => seen("seen", line)),
    holds(
      `words lost of ${diary.words.length} paragraphs, ${diary.unsent.size} still on their pages`,
      `${lost.length} ${lost.slice(0, 5).join(" ")}`.trim(),
      "0",
      lost.length === 0,
    ),
    holds(
      "recovery without a restart",
      seconds(back.ms / 1000) + back.because,
      `≤ ${seconds(MOST_RECOVERY_MS / 1000)}`,
      back.ms <= MOST_RECOVERY_MS,
    ),
    seen(
      "emails that waited at its end were sent after",
      emailsMs === null ? `> ${EMAILS_MS / 1000} s` : seconds(emailsMs / 1000),
    ),
    fault.alarm
      ? holds(
          "alarm",
          alarm ? `${alarm.kind} after ${alarm.seconds.toFixed(0)} s` : "none",
          `${fault.alarm.kinds.join(" or ")} within ${fault.alarm.withinSeconds} s`,
          alarm !== null,
        )
      : seen("alarm", "none is due"),
  ];
}

function lostWords(shop: WholeShop, words: Diary["words"]): string[] {
  const rows = shop.read<{ loop_id: string; week: number; content: string }>(
    "SELECT loop_id, week, content FROM entries UNION ALL SELECT loop_id, week, content FROM drafts",
  );
  return words
    .filter(
      ({ loopId, week, paragraph }) =>
        !rows.some((row) => row.loop_id === loopId && row.week === week && row.content.includes(paragraph)),
    )
    .map(({ paragraph }) => paragraph);
}

/** Until the end of the last bad answer to something that was begun after the fault, or a code that did not come. */
function recoveryOf({ answers, registered }: Diary, ended: number): { ms: number; because: string } {
  const bad = answers.filter(({ began, outcome }) => began >= ended && !["saved", "asked"].includes(outcome));
  const codeless = registered.filter(({ began, codeAt }) => began >= ended && codeAt === null);
  const all = [
    ...bad.map((one) => ({ ms: one.ended - ended, because: ` (${one.act} ${one.outcome}: “${one.sentence}”)` })),
    ...codeless.map(({ began }) => ({ ms: began + CODE_WAIT_MS - ended, because: " (a code that did not come)" })),
  ];
  return all.sort((one, other) => other.ms - one.ms)[0] ?? { ms: 0, because: "" };
}

const counted = (names: readonly string[]) => {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].map(([name, count]) => `${count} × ${name}`).join(", ") || "none";
};

const statusesOf = (answers: readonly Answer[]) =>
  counted(answers.map(({ status, sentence }) => (status === 0 ? sentence : String(status))));
const outcomesOf = (answers: readonly Answer[]) =>
  counted(answers.map(({ act, outcome, status }) => `${act} ${outcome} (${status})`));

function sentencesOf(answers: readonly Answer[]): string[] {
  const lines = answers.filter(
    ({ sentence, outcome, act }) => sentence !== "" && (outcome !== "saved" || act === "register"),
  );
  return [...new Set(lines.map(({ act, sentence }) => `${act}: “${sentence}”`))].slice(0, 8);
}
