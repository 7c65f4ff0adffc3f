import { findLoopType } from "~/domain/diary/catalogue/catalogue";
import { titleForm } from "~/domain/diary/loops/forms";
import { type Loop, titleLoop } from "~/domain/diary/loops/loops.server";
import { recipientOfLoop } from "~/domain/shop/vouchers/redemption.server";
import { currentTime } from "~/web/clock.server";
import { wordsFor } from "~/web/impersonation-policy";
import { readForm } from "~/web/read-form";
import { seeOther, unprocessable } from "~/web/responses.server";
import { requireCustomer } from "~/web/sessions.server";
import { formOf } from "~/web/submission.server";
import { weekAddress } from "./week-address";

/** The page of a loop's title. What the loop is for is preset from the gift it was begun with, and from its type. */
export function describeTitle(loop: Loop, impersonation: object | undefined) {
  const { id, title, recipientName, occasion, dedication } = loop;
  const type = findLoopType(loop.theme, loop.type);
  return {
    loopId: id,
    title,
    example: type?.titleExample ?? "Our Wedding Year",
    theme: type?.themeId,
    /** The way past it. */
    week: weekAddress(id, 1),
    about: title
      ? null
      : {
          recipientName: recipientName ?? recipientOfLoop(id),
          occasion: occasion ?? type?.displayName ?? "",
          dedication: wordsFor(impersonation, dedication),
        },
  };
}

/** Saves the title of an own loop, with the first one also what the loop is for. */
export async function giveTitle(request: Request) {
  const { accountId } = await requireCustomer(request, "dashboard");
  const form = formOf(request);
  const loopId = String(form.get("loop") ?? "");
  const submission = readForm(form, titleForm);
  if (submission.status !== "success") return unprocessable("title", submission.reply(), { kind: "title" });
  const { title, ...about } = submission.value;
  // What it is for is asked once: later the title is changed alone.
  const titled = titleLoop(accountId, loopId, title, currentTime(), form.has("dedication") ? about : undefined);
  if (!titled.ok) throw new Response(null, { status: titled.reason === "not_found" ? 404 : 409 });
  return await seeOther(`/dashboard?loop=${loopId}`, {
    flash: { tone: "ok", message: "The title is saved." },
  });
}
