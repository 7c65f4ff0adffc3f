import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { formatLondonDay } from "~/domain/kernel/time/format-days";
import { chooseEmails, unsubscribeState } from "~/domain/mail/outbox/preferences.server";
import { STOPPING } from "~/domain/shop/vouchers/stopping-words";
import { Frame } from "~/screens/frame";
import { Button } from "~/ui/button";
import { PostForm } from "~/ui/post-form";
import { currentTime } from "~/web/clock.server";
import { param } from "~/web/params";
import { notFound, PRIVATE, seeOther } from "~/web/responses.server";
import type { ScreenHandle } from "~/web/screen";
import { formOf } from "~/web/submission.server";

export const handle: ScreenHandle = {
  title: "Emails from Loop",
  noindex: true,
  guard: { oneClick: true, secretParams: ["email"] },
};

/**
 * Public: the email's own key identifies its recipient. Following the link changes nothing, because mail scanners
 * follow links too.
 */
export function loader({ params }: LoaderFunctionArgs) {
  const state = unsubscribeState(param(params, "email"));
  if (!state) notFound();
  return data({ ...state, today: formatLondonDay(currentTime()) }, { headers: PRIVATE });
}

/** Public. Mail clients post this form for their reader without a browser, and follow no redirect (RFC 8058, 3.1). */
export async function action({ request, params }: ActionFunctionArgs) {
  const form = formOf(request);
  const wanted = form.get("intent") === "again";
  if (!chooseEmails(param(params, "email"), wanted, currentTime())) notFound();
  if (form.has("List-Unsubscribe")) return null;
  return await seeOther(`/unsubscribe/${params.email}`);
}

export default function Unsubscribe() {
  const { isStopped, hasAccount, today } = useLoaderData<typeof loader>();
  const { stops, stillComes, again } = STOPPING[hasAccount ? "account" : "recipient"];
  return (
    <Frame variant="reading">
      {isStopped ? (
        <>
          <h1>
            We’ve stopped <em>these emails</em>
          </h1>
          <p className="lead">
            As of today, {today}, we don’t email you any of these: {stops}.
          </p>
          <p>{stillComes}</p>
          <p>{again}</p>
          <PostForm>
            <Button variant="line" name="intent" value="again">
              Send them again
            </Button>
          </PostForm>
        </>
      ) : (
        <>
          <h1>
            Stop <em>these emails?</em>
          </h1>
          <p className="lead">
            Press the button, and from today, {today}, we won’t email you any of these: {stops}.
          </p>
          <p>{stillComes}</p>
          <p>{again}</p>
          <PostForm>
            <Button name="intent" value="stop">
              Stop these emails
            </Button>
          </PostForm>
        </>
      )}
    </Frame>
  );
}
