import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { chooseEmails, stopStateOf } from "~/domain/email/preferences.server";
import { Frame } from "~/screens/frame";
import { Button } from "~/ui/button";
import { PostForm } from "~/ui/post-form";
import { PRIVATE, seeOther } from "~/web/answers.server";
import { currentTime } from "~/web/clock.server";
import type { ScreenHandle } from "~/web/screen";
import { formOf } from "~/web/submission.server";

export const handle: ScreenHandle = {
  title: "Emails from Loop",
  noindex: true,
  guard: { oneClick: true, secretParams: ["email"] },
};

/** Public: the email's own key says whose it is. Following the link changes nothing; mail scanners do it too. */
export function loader({ params }: LoaderFunctionArgs) {
  const state = stopStateOf(params.email ?? "");
  if (!state) throw new Response(null, { status: 404 });
  return data(state, { headers: PRIVATE });
}

/** Public. Mailboxes press this button for their reader, without a browser (RFC 8058). */
export async function action({ request, params }: ActionFunctionArgs) {
  const wanted = formOf(request).get("intent") === "again";
  if (!chooseEmails(params.email ?? "", wanted, currentTime())) throw new Response(null, { status: 404 });
  return await seeOther(`/unsubscribe/${params.email}`);
}

export default function Unsubscribe() {
  const { isStopped } = useLoaderData<typeof loader>();
  return (
    <Frame variant="reading">
      {isStopped ? (
        <>
          <h1>
            No more of <em>these emails</em>
          </h1>
          <p className="lead">
            We won’t write to this address about your year any more. Emails about an order or your account
            still come, because you’d want those.
          </p>
          <PostForm>
            <Button variant="line" name="intent" value="again">
              I did not mean that
            </Button>
          </PostForm>
        </>
      ) : (
        <>
          <h1>
            Stop <em>these emails?</em>
          </h1>
          <p className="lead">
            These are emails about your year: reminders, and whatever helps you keep it up. Emails about an
            order or your account still come.
          </p>
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
