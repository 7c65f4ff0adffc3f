import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { unspentCreditOf } from "~/domain/diary/loops/credits.server";
import { loopsOf } from "~/domain/diary/loops/loops.server";
import { seller } from "~/domain/mail/layout/seller.server";
import { RECEIPT_LINK_DAYS } from "~/domain/people/accounts/codes";
import { openAccountByReceipt, readReceiptToken } from "~/domain/people/accounts/receipt-links.server";
import { newestOrderPath } from "~/domain/shop/order-links/signed-order-links.server";
import { Frame } from "~/screens/frame";
import { Button, LinkButton } from "~/ui/button";
import { PostForm } from "~/ui/post-form";
import { currentTime } from "~/web/clock.server";
import { startCustomerSession } from "~/web/customer-auth.server";
import { loaderHeaders } from "~/web/headers";
import { readJourney, storeJourney } from "~/web/journey.server";
import { param } from "~/web/params";
import { PRIVATE, seeOther } from "~/web/responses.server";
import type { ScreenHandle } from "~/web/screen";
import { sessionUserOf } from "~/web/sessions.server";

export const handle: ScreenHandle<{ email: string | null }> = {
  title: ({ email }) => (email ? "Open your account" : "This link no longer works"),
  noindex: true,
  guard: { secretParams: ["link"] },
};

export const headers = loaderHeaders;

const NO_REFERRER = { "Referrer-Policy": "no-referrer" } as const;

const SIGN_IN = {
  tone: "info",
  message: "Sign in to carry on.",
  // Somebody whose account is suspended gets no link to a new password.
  more: `What you bought is in your account. No password yet? Choose one with “Forgotten your password?” If no email comes, write to ${seller.email}.`,
} as const;

/**
 * Public: for the reader of a guest's receipt. Following the link changes nothing on the server, because mail scanners
 * follow links too. A loop's buyer goes straight on to the delivery date; confirming it opens the account.
 */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const token = param(params, "link");
  const found = readReceiptToken(token, currentTime());
  const person = await sessionUserOf(request);
  if (found.kind === "account") {
    if (person) throw await seeOther("/dashboard");
    throw await seeOther("/auth?then=loop-end-date", { flash: SIGN_IN });
  }
  // It no longer opens the account by itself; the order is still there.
  const order = found.kind === "late" ? newestOrderPath(found.guest.id) : null;
  if (order) throw redirect(order, { headers: NO_REFERRER });
  if (found.kind === "guest" && !person && unspentCreditOf(found.guest.id)) {
    const cookies = [await storeJourney({ ...(await readJourney(request)), receipt: token })];
    throw await seeOther("/loop-end-date", { cookies });
  }
  const email = found.kind === "guest" ? found.guest.email : null;
  const view = { email, otherEmail: person?.email ?? null, days: RECEIPT_LINK_DAYS };
  return data(view, { headers: { ...PRIVATE, ...NO_REFERRER } });
}

/** Public, as the loader: the link proves the mailbox. */
export async function action({ request, params }: ActionFunctionArgs) {
  const token = param(params, "link");
  const opened = await openAccountByReceipt(token, request.headers.get("user-agent"), currentTime());
  if (!opened) return await seeOther(`/open-account/${encodeURIComponent(token)}`);
  const next = unspentCreditOf(opened.accountId)
    ? "/loop-end-date"
    : loopsOf(opened.accountId).length > 0
      ? "/dashboard"
      : "/account-settings?tab=orders";
  return await seeOther(next, {
    cookies: await startCustomerSession(request, opened.sessionKey),
    flash: { tone: "ok", message: "Your account is open.", more: "Welcome to Loop." },
  });
}

export default function OpenAccount() {
  const { email, otherEmail, days } = useLoaderData<typeof loader>();
  if (!email) {
    return (
      <Frame variant="reading">
        <h1>This link no longer works</h1>
        <p className="lead">
          Links in our receipts work for {days} days. What you bought is safe: create an account with the same email
          address, and it’s there.
        </p>
        <p className="row">
          <LinkButton href="/register">Create an account</LinkButton>
          <LinkButton href="/auth" variant="line">
            Sign in
          </LinkButton>
        </p>
      </Frame>
    );
  }
  return (
    <Frame variant="reading">
      <h1>Open your account</h1>
      <p className="lead">
        Your account is for <b>{email}</b>. You can choose a password later.
      </p>
      {otherEmail && <p>You’re signed in here as {otherEmail}. We’ll sign that account out.</p>}
      <PostForm className="form-stack">
        <Button>Open my account</Button>
      </PostForm>
    </Frame>
  );
}
