import { keepSavedText, openWeek } from "~/domain/diary/entries/entries.server";
import { readSentWeek, type SentWeek, saveSentWeek } from "~/domain/diary/entries/week-form.server";
import { movePhotoForward, movePoint, turnPhoto } from "~/domain/diary/photos/photo-changes.server";
import { removePhoto } from "~/domain/diary/photos/photos.server";
import type { Point } from "~/domain/diary/photos/point-of-interest";
import { leaveOutPhoto, restorePhoto } from "~/domain/diary/photos/removed-photos.server";
import { currentTime } from "~/web/clock.server";
import type { Flash } from "~/web/flash";
import { seeOther } from "~/web/responses.server";
import { formOf } from "~/web/submission.server";
import { findTouched } from "./photo-point";
import { resultFor } from "./save-week.server";
import { forgetUnsavedDrafts } from "./signed-out.server";
import { weekAddress } from "./week-address";

/** The small buttons of a week's form. Each saves everything typed first, and then performs its own action. */

type Done = Pick<Flash, "tone" | "message" | "more" | "button">;

const GONE: Done = { tone: "warn", message: "That photo has already gone." };

type PhotoButton = (accountId: string, photoId: string) => Promise<Done> | Done;

const PHOTO_BUTTONS = new Map<string, PhotoButton>([
  [
    "remove",
    (accountId, photoId) =>
      removePhoto(accountId, photoId, currentTime())
        ? {
            tone: "ok",
            message: "Photo removed.",
            button: { words: "Put it back", intent: `restore:${photoId}` },
          }
        : GONE,
  ],
  ["restore", restore],
  [
    "leave-out",
    (accountId, photoId) =>
      leaveOutPhoto(accountId, photoId) ? { tone: "ok", message: "We’ve left that photo out." } : GONE,
  ],
  ["turn-left", (accountId, photoId) => turn(accountId, photoId, "left")],
  ["turn-right", (accountId, photoId) => turn(accountId, photoId, "right")],
  [
    "forward",
    (accountId, photoId) =>
      movePhotoForward(accountId, photoId, currentTime()).ok ? { tone: "ok", message: "Photo moved forward." } : GONE,
  ],
]);

type WeekButton = (request: Request, accountId: string) => ReturnType<typeof keepAndRedirect>;

const WEEK_BUTTONS = new Map<string, WeekButton>([
  ["another", askAnother],
  ["let-go", discardUnsaved],
  ["keep-saved", keepSaved],
]);

function restore(accountId: string, photoId: string): Done {
  const restored = restorePhoto(accountId, photoId, currentTime());
  if (restored.ok) return { tone: "ok", message: "The photo is back." };
  if (restored.reason === "not_found") return GONE;
  return { tone: "warn", message: "This week has all its photos. Remove one of them first." };
}

async function turn(accountId: string, photoId: string, direction: "left" | "right"): Promise<Done> {
  const turned = await turnPhoto(accountId, photoId, direction, currentTime());
  if (turned.ok) return { tone: "ok", message: "Photo turned." };
  if (turned.reason === "not_found") return GONE;
  return { tone: "bad", message: "We couldn’t turn the photo. Please try again." };
}

function seeHere(accountId: string, photoId: string, point: Point): Done {
  return movePoint(accountId, photoId, point, currentTime()).ok
    ? { tone: "ok", message: "The book keeps that part in view." }
    : GONE;
}

/** The action for this value; undefined for any other. */
export function buttonFor(intent: string) {
  const touched = findTouched(intent);
  if (touched) {
    return (request: Request, accountId: string) =>
      keepAndRedirect(request, accountId, false, () => seeHere(accountId, touched.photoId, touched.point));
  }
  const [, name = "", photoId] = /^([a-z-]+)(?::([0-9a-z]{1,40}))?$/.exec(intent) ?? [];
  if (photoId === undefined) return WEEK_BUTTONS.get(name);
  const handler = PHOTO_BUTTONS.get(name);
  return (
    handler &&
    ((request: Request, accountId: string) =>
      keepAndRedirect(request, accountId, false, () => handler(accountId, photoId)))
  );
}

function askAnother(request: Request, accountId: string) {
  return keepAndRedirect(request, accountId, true, (asksOwn) => ({
    tone: "ok",
    message: asksOwn ? "Your own question is in." : "Here is another question.",
  }));
}

/** Discards a draft that was stored during sign-in. */
async function discardUnsaved(request: Request, accountId: string) {
  const { loopId, week } = readSentWeek(formOf(request));
  return await seeOther(`${weekAddress(loopId, week)}#week`, {
    cookies: [await forgetUnsavedDrafts(request, accountId, { loopId, week })],
    flash: { at: "week", tone: "ok", message: "Discarded." },
  });
}

/** Of two windows' texts, the one that was saved: the other was saved as an earlier version when it arrived. */
async function keepSaved(request: Request, accountId: string) {
  const { loopId, week, settles } = readSentWeek(formOf(request));
  keepSavedText({ accountId, loopId, week }, settles, currentTime());
  return await seeOther(`${weekAddress(loopId, week)}#week`, {
    cookies: [await forgetUnsavedDrafts(request, accountId, { loopId, week })],
    flash: {
      at: "week",
      tone: "ok",
      message: "We’ve kept what was saved.",
      more: "What you typed is under “Earlier versions”.",
    },
  });
}

async function keepAndRedirect(
  request: Request,
  accountId: string,
  another: boolean,
  action: (asksOwn: boolean) => Promise<Done> | Done,
) {
  const sent = readSentWeek(formOf(request));
  const { written, problems, asksOwn } = saveSentWeek(accountId, sent, currentTime(), { another });
  if (!written.ok) return resultFor(written, sent, problems);
  const done = await action(asksOwn);
  if (problems.length > 0) return resultFor(written, sent, problems);
  return await seeOther(`${weekAddress(sent.loopId, sent.week)}#week`, {
    cookies: [await forgetUnsavedDrafts(request, accountId, sent)],
    flash: { ...done, more: formatWhatIsSaved(accountId, sent), at: "week" },
  });
}

/** What is saved of a week after a press, and whether the week is still finished. */
function formatWhatIsSaved(accountId: string, { loopId, week }: SentWeek): string | undefined {
  const opened = openWeek(accountId, loopId, week, currentTime());
  if (!opened.ok) return undefined;
  const { entry, photos, hasDraft } = opened.writing;
  if (entry && photos.length === 0) return `Week ${week} is unfinished until it has a photo.`;
  return hasDraft ? "Your words are saved as a draft." : undefined;
}
