import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { loopOwnedBy } from "~/domain/loops/loops.server";
import { readWeekToken } from "~/domain/loops/weekly-email-links.server";
import { notFound } from "~/web/answers.server";
import { param } from "~/web/params";
import type { ScreenHandle } from "~/web/screen";
import { requireCustomer } from "~/web/sessions.server";
import { weekAddress } from "./week-address";

export const handle: ScreenHandle = {
  title: "This week",
  noindex: true,
  guard: { secretParams: ["token"] },
};

/** The owner of the loop: an email's link leads to its week and signs nobody in. Another customer's loop is a 404. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const token = param(params, "token");
  const place = readWeekToken(token);
  if (!place) notFound();
  const person = await requireCustomer(request, "this-week", { weekToken: token });
  const loop = loopOwnedBy(person.accountId, place.loopId);
  if (!loop) notFound();
  if (loop.status === "ACTIVE") throw redirect(`${weekAddress(loop.id, place.week)}#week`);
  throw redirect(`/entry?loop=${loop.id}&week=${place.week}`);
}

/** The loader always redirects, so nothing is shown. */
export default function ThisWeek() {
  return null;
}
