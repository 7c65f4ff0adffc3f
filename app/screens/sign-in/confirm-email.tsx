import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { accountById, verifyEmailByLink } from "~/domain/people/accounts/accounts.server";
import { MAILBOX_LINK_HOURS } from "~/domain/people/accounts/codes";
import { isMailboxLink } from "~/domain/people/accounts/mailbox-links.server";
import { Button, LinkButton } from "~/ui/button";
import { PostForm } from "~/ui/post-form";
import { currentTime } from "~/web/clock.server";
import { startCustomerSession } from "~/web/customer-auth.server";
import { CONFIRMED } from "~/web/emailed-code.server";
import { loaderHeaders } from "~/web/headers";
import { DESTINATIONS, nextPlace } from "~/web/journey";
import { readJourney, storeJourney } from "~/web/journey.server";
import { param } from "~/web/params";
import { PRIVATE, seeOther } from "~/web/responses.server";
import type { ScreenHandle } from "~/web/screen";
import { sessionUserOf } from "~/web/sessions.server";
import { readSignup, storeSignup } from "~/web/signup.server";
import { SignInFrame } from "./sign-in-aside";

export const handle: ScreenHandle<{ email: string | null }> = {
  title: ({ email }) => (email ? "Confirm your email" : "Open this link where you signed up"),
  noindex: true,
  guard: { secretParams: ["link"] },
};

export const headers = loaderHeaders;

/**
 * Public: for the reader of the mailbox. Following the link changes nothing, because mail scanners follow links too.
 */
export async function loader({ request, params }: LoaderFunctionArgs) {
  if (await sessionUserOf(request)) throw redirect(nextPlace(await readJourney(request)));
  const found = await registrationHere(request, param(params, "link"));
  const view = { email: found?.email ?? null, hours: MAILBOX_LINK_HOURS };
  return data(view, { headers: { ...PRIVATE, "Referrer-Policy": "no-referrer" } });
}

/** Public; confirms only a registration that this browser made. */
export async function action({ request, params }: ActionFunctionArgs) {
  const link = param(params, "link");
  const found = await registrationHere(request, link);
  if (!found) return await seeOther(`/confirm-email/${encodeURIComponent(link)}`);
  const userAgent = request.headers.get("user-agent");
  const verified = verifyEmailByLink({ accountId: found.accountId, link, userAgent }, currentTime());
  // The address has been verified in the meantime; its owner signs in with it.
  if (!verified.ok) return await seeOther("/auth");
  return await seeOther(found.next, {
    cookies: [...(await startCustomerSession(request, verified.sessionKey)), await found.forget()],
    flash: CONFIRMED,
  });
}

/** This browser's registration that matches the link, with the page that comes next. */
async function registrationHere(request: Request, link: string) {
  const journey = await readJourney(request);
  const { signup } = await readSignup(request);
  const candidates = [
    {
      accountId: journey.verifying,
      next: nextPlace(journey),
      forget: () => storeJourney({ ...journey, verifying: undefined, redirectAfterAuth: undefined }),
    },
    {
      accountId: signup.verifying,
      next: DESTINATIONS["streamlined-signup"],
      forget: () => storeSignup({ ...signup, verifying: undefined }),
    },
  ];
  for (const { accountId = "", ...candidate } of candidates) {
    const account = accountById(accountId);
    if (!account || account.emailVerifiedAt || !isMailboxLink(link, account.email, currentTime())) continue;
    return { ...candidate, accountId, email: account.email };
  }
  return undefined;
}

export default function ConfirmEmail() {
  const { email, hours } = useLoaderData<typeof loader>();
  if (!email) {
    return (
      <SignInFrame>
        <h1>Open this link where you signed up</h1>
        <p className="lead">You signed up in a different browser, or the email is more than {hours} hours old.</p>
        <p>
          Open the link in the browser where you signed up. Or create your account here, then open the link again.
          Didn’t sign up for Loop? You don’t need to do anything.
        </p>
        <LinkButton href="/register">Create an account</LinkButton>
      </SignInFrame>
    );
  }
  return (
    <SignInFrame>
      <h1>Confirm your email</h1>
      <p className="lead">
        You’re creating an account with <b>{email}</b>.
      </p>
      <PostForm className="form-stack">
        <Button>Confirm my email</Button>
      </PostForm>
    </SignInFrame>
  );
}
