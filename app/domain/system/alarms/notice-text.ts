import { containerCommand } from "~/domain/kernel/alarms/container-commands";
import { formatMoment } from "~/domain/kernel/time/format-days";
import type { RunbookPage } from "../checks/check";
import { titleOf, whatToDoPath } from "../checks/runbook";

/** The texts of the emails and webhook messages about alarms. */

export type NoticeEvent = "opened" | "reminder" | "ended";

export interface ToldAlarm {
  kind: string;
  message: string;
  event: NoticeEvent;
  /** Since when it is, or was, open. */
  since: Date;
  page: RunbookPage | undefined;
}

const STATE_LABELS: Readonly<Record<NoticeEvent, string>> = {
  opened: "Alarm",
  reminder: "Still open",
  ended: "Ended",
};

/** What to do and the command as it is typed: the shop, and so its page, may be down. */
function stepsOf(page: RunbookPage | undefined): string[] {
  if (!page) return [];
  const steps = page.steps.map((step, index) => `${index + 1}. ${step}`);
  const { command } = page;
  return command
    ? [...steps, `In the app’s folder: ${command}`, `Or in its container: ${containerCommand(command)}`]
    : steps;
}

/** The message about one alarm or several, with the steps once for each kind. `site` is the origin of the links. */
export function noticeText(
  alarms: readonly ToldAlarm[],
  { company, site }: { company: string; site: string },
): { subject: string; text: string; html: string } {
  const [first] = alarms;
  const headline = (alarm: ToldAlarm) => `${STATE_LABELS[alarm.event]}: ${titleOf(alarm.kind, alarm.page)}`;
  const subject =
    alarms.length === 1 && first
      ? `${company} – ${headline(first)}`
      : `${company} – ${alarms.length} alarms, the first: ${first ? headline(first) : ""}`;
  const shown = new Set<string>();
  const parts = alarms.map((alarm) => {
    const lines = [headline(alarm), alarm.message, `Since ${formatMoment(alarm.since)}, London time.`];
    if (alarm.event === "ended") return [...lines, "You don’t need to do anything."];
    const steps = shown.has(alarm.kind) ? [] : stepsOf(alarm.page);
    shown.add(alarm.kind);
    return [...lines, ...steps, `What to do: ${site}${whatToDoPath(alarm.kind)}`];
  });
  const end = `All alarms: ${site}/hyperloop/alarms`;
  const text = `${parts.map((lines) => lines.join("\n")).join("\n\n")}\n\n${end}\n`;
  const html = [...parts, [end]]
    .map(
      (lines) =>
        `<p>${lines
          .flatMap((line) => line.split("\n"))
          .map(asHtml)
          .join("<br>")}</p>`,
    )
    .join("");
  return { subject, text, html };
}

function asHtml(line: string): string {
  const escaped = line.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  return escaped.replace(/https?:\/\/[^\s"]+$/, (address) => `<a href="${address}">${address}</a>`);
}
