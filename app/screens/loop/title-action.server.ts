import { data } from "@remix-run/node";
import { findLoopType } from "~/domain/diary/catalogue/catalogue";
import { aboutForm, titleForm } from "~/domain/diary/loops/forms";
import { type Loop, titleLoop } from "~/domain/diary/loops/loops.server";
import { recipientOfLoop } from "~/domain/shop/vouchers/redemption.server";
import { currentTime } from "~/web/clock.server";
import { fieldsOf } from "~/web/form-again";
import { wordsFor } from "~/web/impersonation-policy";
import { seeOther } from "~/web/responses.server";
import { requireCustomer } from "~/web/sessions.server";
import { formOf } from "~/web/submission.server";
import { titleAgain } from "./title-first";
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
  const typed = Object.fromEntries(fieldsOf(form));
  const title = titleForm.safeParse(typed);
  // Asked once: later the title is changed alone.
  const about = form.has("dedication") ? aboutForm.safeParse(typed) : undefined;
  if (!title.success || about?.success === false) {
    const issues = [...(title.error?.issues ?? []), ...(about?.error?.issues ?? [])];
    const problems = issues.map(({ path, message }) => ({ field: String(path[0]), message }));
    return data(titleAgain(form, problems), { status: 422 });
  }
  const titled = titleLoop(accountId, loopId, title.data.title, currentTime(), about?.data);
  if (!titled.ok) throw new Response(null, { status: titled.reason === "not_found" ? 404 : 409 });
  return await seeOther(`/dashboard?loop=${loopId}`, {
    flash: { tone: "ok", message: "The title is saved." },
  });
}
