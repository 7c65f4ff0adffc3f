import { data } from "@remix-run/node";
import { readSwitches } from "~/domain/backoffice/settings/switches.server";
import { formatNextEmail } from "~/domain/diary/entries/weekly-emails";
import { chooseEmails, emailLoopOf } from "~/domain/diary/entries/weekly-emails.server";
import { formatBookDay } from "~/domain/diary/loops/book-days";
import { aboutForm } from "~/domain/diary/loops/forms";
import { describeLoop, type Loop } from "~/domain/diary/loops/loops.server";
import { moveWindow, planMove, planPause } from "~/domain/diary/loops/rescheduling";
import {
  hasWritten,
  moveDelivery,
  pauseLoop,
  resumeLoop,
  shareProgress,
  startToday,
} from "~/domain/diary/loops/rescheduling.server";
import { formatStart, WISH_FIELD, WISH_FIRST, WISH_FIRST_TODAY } from "~/domain/diary/loops/starting";
import { MOST_PAUSED_WEEKS, WEEKS } from "~/domain/diary/rules/calendar";
import { londonDay } from "~/domain/kernel/time/days";
import { formatDay } from "~/domain/kernel/time/format-days";
import { fieldsOf } from "~/web/form-again";
import { seeOther } from "~/web/responses.server";
import { type ChangeData, describeChange } from "./loop-settings-data.server";

/** The actions of a loop's settings. A change of days or a pause is previewed first and applied when confirmed. */

export interface SettingsActionResult {
  intent: string;
  /** The values sent, by field name. */
  sent: Readonly<Record<string, string>>;
  error: { field: string; message: string } | null;
  change: ChangeData | null;
}

const place = (loop: Loop) => `/loop-settings/${loop.id}`;

function refuse(intent: string, sent: SettingsActionResult["sent"], field: string, message: string) {
  const result: SettingsActionResult = { intent, sent, error: { field, message }, change: null };
  return data(result, { status: 422 });
}

const READ_ONLY = "This year has gone to print, so its dates can’t change now.";

export async function move(loop: Loop, form: FormData, now: Date) {
  const typed = String(form.get("deliveryDay") ?? "").slice(0, 40);
  const today = londonDay(now);
  const written = hasWritten(loop.id);
  const planned = planMove(loop, { deliveryDay: typed, hasWritten: written }, today);
  const { earliest, latest } = moveWindow(loop, written, today);
  const sentences = {
    not_a_day: "Please choose a date from the calendar",
    too_early: `Please choose a date on or after ${formatDay(earliest)}`,
    too_late: `Please choose a date on or before ${formatDay(latest)}`,
    same_day: "Your book is already due on that day",
    read_only: READ_ONLY,
    not_found: READ_ONLY,
    wish_first: WISH_FIRST,
  };
  if (!planned.ok) return refuse("move", { deliveryDay: typed }, "deliveryDay", sentences[planned.reason]);
  if (form.get("agreed") !== typed) {
    const change = describeChange(loop, planned.year, now);
    return data<SettingsActionResult>({ intent: "move", sent: { deliveryDay: typed }, error: null, change });
  }
  const moved = moveDelivery(loop.accountId, loop.id, typed, now, form.get(WISH_FIELD) !== null);
  if (!moved.ok && moved.reason === "wish_first") {
    const change = describeChange(loop, planned.year, now);
    const error = { field: WISH_FIELD, message: WISH_FIRST };
    return data<SettingsActionResult>({ intent: "move", sent: { deliveryDay: typed }, error, change }, { status: 422 });
  }
  if (!moved.ok) return refuse("move", { deliveryDay: typed }, "deliveryDay", sentences[moved.reason]);
  const message = `Your book is due ${formatBookDay(moved.loop.deliveryDay)}.`;
  return await seeOther(place(loop), { flash: { tone: "ok", message } });
}

/** "Start my year today", of a year whose start lies ahead. */
export async function start(loop: Loop, form: FormData, now: Date) {
  const started = startToday(loop.accountId, loop.id, now, form.get(WISH_FIELD) !== null);
  if (!started.ok && started.reason === "wish_first") {
    return refuse("start", {}, WISH_FIELD, WISH_FIRST_TODAY);
  }
  if (!started.ok) return await seeOther(place(loop));
  const { startDay, deliveryDay } = started.loop;
  const message = formatStart(startDay, null, londonDay(now));
  const more = `Your book arrives ${formatBookDay(deliveryDay)}.`;
  return await seeOther(`/dashboard?loop=${loop.id}`, { flash: { tone: "ok", message, more } });
}

export async function pause(loop: Loop, form: FormData, now: Date) {
  const typed = String(form.get("weeks") ?? "").slice(0, 40);
  const weeks = /^\d{1,3}$/.test(typed) ? Number(typed) : Number.NaN;
  const sentences = {
    not_whole_weeks: "Please choose how many weeks",
    too_long: `You can pause for up to ${MOST_PAUSED_WEEKS} weeks in total`,
    not_begun: "Your year hasn’t started yet. You can change the delivery date instead",
    year_over: `All ${WEEKS} weeks have passed, so there’s nothing left to pause`,
    read_only: READ_ONLY,
    not_found: READ_ONLY,
  };
  const planned = planPause(loop, weeks, londonDay(now));
  if (!planned.ok) return refuse("pause", { weeks: typed }, "weeks", sentences[planned.reason]);
  // A page left open must not pause a second time.
  if (form.get("agreed") !== `${weeks} on ${loop.pausedWeeks}`) {
    const change = describeChange(loop, planned.year, now);
    return data<SettingsActionResult>({ intent: "pause", sent: { weeks: String(weeks) }, error: null, change });
  }
  const paused = pauseLoop(loop.accountId, loop.id, weeks, now);
  if (!paused.ok) return refuse("pause", { weeks: typed }, "weeks", sentences[paused.reason]);
  const { resumeDay } = describeChange(loop, paused.loop, now).after;
  const more = resumeDay ? `It continues on ${formatDay(resumeDay)}.` : undefined;
  return await seeOther(place(loop), { flash: { tone: "ok", message: "Your year is paused.", more } });
}

export async function resume(loop: Loop, now: Date) {
  const resumed = resumeLoop(loop.accountId, loop.id, now);
  if (!resumed.ok) {
    const message = {
      not_paused: "Your year isn’t paused.",
      last_week: "The pause ends with this week anyway.",
      read_only: READ_ONLY,
      not_found: READ_ONLY,
    }[resumed.reason];
    return await seeOther(place(loop), { flash: { tone: "info", message } });
  }
  const { resumeDay } = describeChange(loop, resumed.loop, now).after;
  const message = resumeDay ? `Your year continues on ${formatDay(resumeDay)}.` : "Your year continues.";
  return await seeOther(place(loop), { flash: { tone: "ok", message } });
}

export async function saveEmails(loop: Loop, form: FormData, now: Date) {
  const day = wholeNumber(form.get("day"), 6);
  const hour = wholeNumber(form.get("hour"), 23);
  const sent = Object.fromEntries(fieldsOf(form));
  if (day === null) return refuse("emails", sent, "day", "Please choose a day of the week");
  if (hour === null) return refuse("emails", sent, "hour", "Please choose a time");
  const wanted = form.get("wanted") !== null;
  chooseEmails(loop.accountId, loop.id, { wanted, day, hour }, now);
  const emails = emailLoopOf(loop.accountId, loop.id);
  const message = emails && readSwitches().weeklyEmails ? formatNextEmail(emails, now) : "Saved.";
  return await seeOther(place(loop), { flash: { tone: "ok", message } });
}

function wholeNumber(typed: FormDataEntryValue | null, most: number): number | null {
  const number = typeof typed === "string" && /^\d{1,2}$/.test(typed) ? Number(typed) : null;
  return number !== null && number <= most ? number : null;
}

export async function saveAbout(loop: Loop, form: FormData, now: Date) {
  const sent = Object.fromEntries(fieldsOf(form));
  const parsed = aboutForm.safeParse(sent);
  const [problem] = parsed.error?.issues ?? [];
  if (!parsed.success) return refuse("about", sent, String(problem?.path[0]), problem?.message ?? "");
  const saved = describeLoop(loop.accountId, loop.id, parsed.data, now);
  const message = saved.ok ? "Saved." : "This year has gone to print, so its book can’t change now.";
  return await seeOther(place(loop), { flash: { tone: saved.ok ? "ok" : "info", message } });
}

export async function saveSharing(loop: Loop, form: FormData, now: Date) {
  const seen = form.get("giverSeesProgress") !== null;
  shareProgress(loop.accountId, loop.id, seen, now);
  const message = seen
    ? "The person who gave you this loop can see how far you’ve got."
    : "Only you can see how far you’ve got.";
  return await seeOther(place(loop), { flash: { tone: "ok", message } });
}
