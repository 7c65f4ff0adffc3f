import { data } from "@remix-run/node";
import { readSwitches } from "~/domain/backoffice/settings/switches.server";
import { formatNextEmail } from "~/domain/diary/entries/weekly-emails";
import { chooseEmails, emailLoopOf } from "~/domain/diary/entries/weekly-emails.server";
import { formatBookDay } from "~/domain/diary/loops/book-days";
import { aboutForm, moveForm, pauseForm, sharingForm, startForm, weeklyEmailForm } from "~/domain/diary/loops/forms";
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
import { readForm } from "~/web/read-form";
import { type FormResult, seeOther, unprocessable } from "~/web/responses.server";
import { type ChangeData, describeChange } from "./loop-settings-data.server";

/** The actions of a loop's settings. A change of days or a pause is previewed first and applied when confirmed. */

export interface SettingsActionResult extends FormResult {
  /** What a change of days would do; of a pause also for how many weeks. */
  change?: ChangeData & { weeks?: number };
}

const place = (loop: Loop) => `/loop-settings/${loop.id}`;

const READ_ONLY = "This year has gone to print, so its dates can’t change now.";

export async function move(loop: Loop, form: FormData, now: Date) {
  const submission = readForm(form, moveForm);
  if (submission.status !== "success") return unprocessable("move", submission.reply());
  const { deliveryDay, agreed, [WISH_FIELD]: startsAtOnce } = submission.value;
  const today = londonDay(now);
  const written = hasWritten(loop.id);
  const { earliest, latest } = moveWindow(loop, written, today);
  const sentences = {
    not_a_day: "Please choose a date from the calendar",
    too_early: `Please choose a date on or after ${formatDay(earliest)}`,
    too_late: `Please choose a date on or before ${formatDay(latest)}`,
    same_day: "Your book is already due on that day",
    read_only: READ_ONLY,
    not_found: READ_ONLY,
  };
  const refuse = (reason: keyof typeof sentences) =>
    unprocessable("move", submission.reply({ fieldErrors: { deliveryDay: [sentences[reason]] } }));
  const planned = planMove(loop, { deliveryDay, hasWritten: written }, today);
  if (!planned.ok) return refuse(planned.reason);
  const change = describeChange(loop, planned.year, now);
  if (agreed !== deliveryDay) return data({ intent: "move", reply: submission.reply(), change });
  const moved = moveDelivery(loop.accountId, loop.id, deliveryDay, now, startsAtOnce);
  if (!moved.ok && moved.reason !== "wish_first") return refuse(moved.reason);
  if (!moved.ok) {
    return unprocessable("move", submission.reply({ fieldErrors: { [WISH_FIELD]: [WISH_FIRST] } }), { change });
  }
  const message = `Your book is due ${formatBookDay(moved.loop.deliveryDay)}.`;
  return await seeOther(place(loop), { flash: { tone: "ok", message } });
}

/** "Start my year today", of a year whose start lies ahead. */
export async function start(loop: Loop, form: FormData, now: Date) {
  const submission = readForm(form, startForm);
  if (submission.status !== "success") return unprocessable("start", submission.reply());
  const started = startToday(loop.accountId, loop.id, now, submission.value[WISH_FIELD]);
  if (!started.ok && started.reason === "wish_first") {
    return unprocessable("start", submission.reply({ fieldErrors: { [WISH_FIELD]: [WISH_FIRST_TODAY] } }));
  }
  if (!started.ok) return await seeOther(place(loop));
  const { startDay, deliveryDay } = started.loop;
  const message = formatStart(startDay, null, londonDay(now));
  const more = `Your book arrives ${formatBookDay(deliveryDay)}.`;
  return await seeOther(`/dashboard?loop=${loop.id}`, { flash: { tone: "ok", message, more } });
}

export async function pause(loop: Loop, form: FormData, now: Date) {
  const submission = readForm(form, pauseForm);
  if (submission.status !== "success") return unprocessable("pause", submission.reply());
  const { weeks, agreed } = submission.value;
  const sentences = {
    not_whole_weeks: "Please choose how many weeks",
    too_long: `You can pause for up to ${MOST_PAUSED_WEEKS} weeks in total`,
    not_begun: "Your year hasn’t started yet. You can change the delivery date instead",
    year_over: `All ${WEEKS} weeks have passed, so there’s nothing left to pause`,
    read_only: READ_ONLY,
    not_found: READ_ONLY,
  };
  const refuse = (reason: keyof typeof sentences) =>
    unprocessable("pause", submission.reply({ fieldErrors: { weeks: [sentences[reason]] } }));
  const planned = planPause(loop, weeks, londonDay(now));
  if (!planned.ok) return refuse(planned.reason);
  // A page left open must not pause a second time.
  if (agreed !== `${weeks} on ${loop.pausedWeeks}`) {
    const change = { ...describeChange(loop, planned.year, now), weeks };
    return data({ intent: "pause", reply: submission.reply(), change });
  }
  const paused = pauseLoop(loop.accountId, loop.id, weeks, now);
  if (!paused.ok) return refuse(paused.reason);
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
  const submission = readForm(form, weeklyEmailForm);
  if (submission.status !== "success") return unprocessable("emails", submission.reply());
  chooseEmails(loop.accountId, loop.id, submission.value, now);
  const emails = emailLoopOf(loop.accountId, loop.id);
  const message = emails && readSwitches().weeklyEmails ? formatNextEmail(emails, now) : "Saved.";
  return await seeOther(place(loop), { flash: { tone: "ok", message } });
}

export async function saveAbout(loop: Loop, form: FormData, now: Date) {
  const submission = readForm(form, aboutForm);
  if (submission.status !== "success") return unprocessable("about", submission.reply());
  const saved = describeLoop(loop.accountId, loop.id, submission.value, now);
  const message = saved.ok ? "Saved." : "This year has gone to print, so its book can’t change now.";
  return await seeOther(place(loop), { flash: { tone: saved.ok ? "ok" : "info", message } });
}

export async function saveSharing(loop: Loop, form: FormData, now: Date) {
  const submission = readForm(form, sharingForm);
  if (submission.status !== "success") return unprocessable("sharing", submission.reply());
  const seen = submission.value.giverSeesProgress;
  shareProgress(loop.accountId, loop.id, seen, now);
  const message = seen
    ? "The person who gave you this loop can see how far you’ve got."
    : "Only you can see how far you’ve got.";
  return await seeOther(place(loop), { flash: { tone: "ok", message } });
}
