import { readSentWeek, saveSentWeek } from "~/domain/entries/week-form.server";
import { movePhotoForward, turnPhoto } from "~/domain/photos/photo-changes.server";
import { removePhoto } from "~/domain/photos/photos.server";
import { restorePhoto } from "~/domain/photos/removed-photos.server";
import { seeOther } from "~/web/answers.server";
import { currentTime } from "~/web/clock.server";
import type { Flash } from "~/web/flash";
import { formOf } from "~/web/submission.server";
import { answerTo } from "./save-week.server";
import { forgetUnsavedDrafts } from "./signed-out.server";
import { weekAddress } from "./week-address";

/** The small buttons of a week's form. Each saves everything typed first, and then performs its own action. */

const KEPT = "Your words are saved as a draft.";
const GONE: Flash = { tone: "warn", message: "That photo has already gone.", more: KEPT };

type PhotoButton = (accountId: string, photoId: string) => Promise<Flash> | Flash;

const PHOTO_BUTTONS = new Map<string, PhotoButton>([
  [
    "remove",
    (accountId, photoId) =>
      removePhoto(accountId, photoId, currentTime())
        ? { tone: "ok", message: "Photo removed.", more: KEPT }
        : GONE,
  ],
  ["restore", restore],
  ["turn-left", (accountId, photoId) => turn(accountId, photoId, "left")],
  ["turn-right", (accountId, photoId) => turn(accountId, photoId, "right")],
  [
    "forward",
    (accountId, photoId) =>
      movePhotoForward(accountId, photoId, currentTime()).ok
        ? { tone: "ok", message: "Photo moved forward.", more: KEPT }
        : GONE,
  ],
]);

type WeekButton = (request: Request, accountId: string) => ReturnType<typeof keepAndRedirect>;

const WEEK_BUTTONS = new Map<string, WeekButton>([
  ["another", askAnother],
  ["let-go", discardUnsaved],
]);

function restore(accountId: string, photoId: string): Flash {
  const restored = restorePhoto(accountId, photoId, currentTime());
  if (restored.ok) return { tone: "ok", message: "The photo is back.", more: KEPT };
  if (restored.reason === "not_found") return GONE;
  return { tone: "warn", message: "This week has all its photos. Remove one of them first.", more: KEPT };
}

async function turn(accountId: string, photoId: string, direction: "left" | "right"): Promise<Flash> {
  const turned = await turnPhoto(accountId, photoId, direction, currentTime());
  if (turned.ok) return { tone: "ok", message: "Photo turned.", more: KEPT };
  if (turned.reason === "not_found") return GONE;
  return { tone: "bad", message: "We couldn’t turn the photo. Please try again.", more: KEPT };
}

/** The action for this value; undefined for any other. */
export function buttonFor(intent: string) {
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
    more: KEPT,
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

async function keepAndRedirect(
  request: Request,
  accountId: string,
  another: boolean,
  action: (asksOwn: boolean) => Promise<Flash> | Flash,
) {
  const sent = readSentWeek(formOf(request));
  const { written, problems, asksOwn } = saveSentWeek(accountId, sent, currentTime(), { another });
  if (!written.ok) return answerTo(written, sent, problems);
  const flash = await action(asksOwn);
  if (problems.length > 0) return answerTo(written, sent, problems);
  return await seeOther(`${weekAddress(sent.loopId, sent.week)}#week`, {
    cookies: [await forgetUnsavedDrafts(request, accountId, sent)],
    flash: { ...flash, at: "week" },
  });
}
