import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { loopOwnedBy } from "~/domain/loops/loops.server";
import { readWeekToken } from "~/domain/loops/weekly-email-links.server";
import type { ScreenHandle } from "~/web/screen";
import { requireCustomer } from "~/web/sessions.server";
import { weekAddress } from "./week-address";

export const handle: ScreenHandle = {
  title: "This week",
  noindex: true,
  guard: { secretParams: ["token"] },
};

/** The owner of the loop: an email's link leads to its week and signs nobody in. Another's loop is not there. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const token = params.token ?? "";
  const place = readWeekToken(token);
  if (!place) throw new Response(null, { status: 404 });
  const person = await requireCustomer(request, "this-week", { weekToken: token });
  const loop = loopOwnedBy(person.accountId, place.loopId);
  if (!loop) throw new Response(null, { status: 404 });
  if (loop.status === "ACTIVE") throw redirect(`${weekAddress(loop.id, place.week)}#week`);
  throw redirect(`/entry?loop=${loop.id}&week=${place.week}`);
}

/** Nothing is ever shown here: the link leads on. */
export default function ThisWeek() {
  return null;
}
