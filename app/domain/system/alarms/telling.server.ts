import type { AlertResult, AlertWebhook } from "~/adapters/alerts/contract";
import type { Mail } from "~/adapters/mail/contract";
import { settings } from "~/adapters/settings.server";
import type { AlarmKind } from "~/domain/kernel/alarms/alarm-kinds";
import { RUNBOOK, titleOf, whatToDoPath } from "../checks/runbook";
import { type NoticeEvent, noticeText, type ToldAlarm } from "./notice-text";

/** Sending a message about alarms. Open no database here: it may be what fails, or not exist yet. */

export interface Channels {
  email: { mail: Mail; to: string } | null;
  webhook: AlertWebhook | null;
}

export type ChannelName = "email" | "webhook";

/** Tells of an alarm that has no row, because rows cannot be written. Returns whether any channel took it. */
export async function notifyWithoutRow(
  alarm: { kind: AlarmKind; message: string; event: NoticeEvent; since: Date },
  now: Date,
  channels: Channels,
): Promise<boolean> {
  const id = `${alarm.kind}-${now.getTime()}`;
  const names = (["email", "webhook"] as const).filter((name) => channels[name]);
  const told = [{ ...alarm, page: RUNBOOK[alarm.kind] }];
  const results = await Promise.all(names.map((name) => send(channels, name, told, id, now)));
  return results.some(({ ok }) => ok);
}

/** Sends one message about these alarms by one channel. Never throws for what the channel does. */
export async function send(
  channels: Channels,
  channel: ChannelName,
  told: readonly ToldAlarm[],
  id: string,
  at: Date,
): Promise<AlertResult> {
  const site = settings.publicOrigin;
  const { subject, text, html } = noticeText(told, { company: settings.company.name, site });
  try {
    const sent =
      channel === "webhook"
        ? await channels.webhook?.post({
            text: `${subject}\n\n${text}`,
            alarms: told.map(({ kind, message, event, since, page }) => ({
              kind,
              state: event === "opened" ? "open" : event === "reminder" ? "still_open" : "ended",
              title: titleOf(kind, page),
              message,
              since,
              url: `${site}${whatToDoPath(kind)}`,
            })),
          })
        : await channels.email?.mail.post({
            kind: "alarm",
            messageId: `alarm-${id}@${new URL(site).hostname}`,
            to: { name: settings.company.name, address: channels.email.to },
            subject,
            text,
            html,
            at,
          });
    return sent ?? { ok: true };
  } catch (error) {
    return { ok: false, message: error instanceof Error ? error.message : String(error) };
  }
}
