import { data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { loopOwnedBy } from "~/domain/diary/loops/loops.server";
import { readWeekToken } from "~/domain/diary/loops/weekly-email-links.server";
import { Frame } from "~/screens/frame";
import { LinkButton } from "~/ui/button";
import { loaderHeaders } from "~/web/headers";
import { param } from "~/web/params";
import { PRIVATE } from "~/web/responses.server";
import type { ScreenHandle } from "~/web/screen";
import { requireCustomer } from "~/web/sessions.server";
import { weekAddress } from "./week-address";

export const handle: ScreenHandle = {
  title: "This link doesn’t work",
  noindex: true,
  guard: { secretParams: ["token"] },
};

export const headers = loaderHeaders;

/**
 * The owner of the loop: an email's link leads to its week and signs nobody in. Another customer's loop is a link that
 * doesn't work.
 */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const token = param(params, "token");
  const place = readWeekToken(token);
  if (!place) return brokenLink();
  const person = await requireCustomer(request, "this-week", { weekToken: token });
  const loop = loopOwnedBy(person.accountId, place.loopId);
  if (!loop) return brokenLink();
  if (loop.status === "ACTIVE") throw redirect(`${weekAddress(loop.id, place.week)}#week`);
  throw redirect(`/entry?loop=${loop.id}&week=${place.week}`);
}

function brokenLink() {
  return data(null, { status: 404, headers: PRIVATE });
}

/** What is shown for a link that leads nowhere, such as one that an email client cut off. */
export default function ThisWeek() {
  return (
    <Frame variant="reading">
      <h1>This link doesn’t work</h1>
      <p className="lead">
        Part of it may be missing, or it’s for another account. You’ll find all your weeks in your loop.
      </p>
      <p className="row">
        <LinkButton href="/dashboard">Open my loop</LinkButton>
      </p>
    </Frame>
  );
}
