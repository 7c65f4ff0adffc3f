import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Button } from "~/ui/button";
import { PageScript } from "~/ui/page-script";
import { PostForm } from "~/ui/post-form";
import { forgetCart } from "~/web/cart.server";
import { endSessionOf } from "~/web/customer-auth.server";
import { headerUserOf } from "~/web/header-user.server";
import { forgetJourney } from "~/web/journey.server";
import { seeOther } from "~/web/responses.server";
import type { ScreenHandle } from "~/web/screen";
import { forgetSignup } from "~/web/signup.server";
import { formOf } from "~/web/submission.server";
import { forgetTyped } from "~/web/typed-payment.server";
import { SignInFrame } from "./sign-in-aside";

export const handle: ScreenHandle = { title: "Sign out", noindex: true };

/** Public: asks first, because following a link must never sign anybody out. */
export async function loader({ request }: LoaderFunctionArgs) {
  return { account: (await headerUserOf(request)).deviceAccount };
}

/** Public. Ends the session here and on the server, and forgets journey, cart, sign-up and what was typed to pay. */
export async function action({ request }: ActionFunctionArgs) {
  const headers = await endSessionOf(request);
  // The page's script has erased what it kept of this account, and another's words wait on this device.
  if (formOf(request).has("others")) headers.set("Clear-Site-Data", '"cache"');
  return await seeOther("/", {
    headers,
    cookies: [await forgetJourney(), await forgetCart(), await forgetSignup(), await forgetTyped()],
  });
}

export default function Logout() {
  const { account } = useLoaderData<typeof loader>();
  return (
    <SignInFrame>
      <h1>Sign out?</h1>
      <p>Everything you saved is here when you sign in again.</p>
      <PostForm action="/logout" data-account={account}>
        <Button>Logout</Button>
      </PostForm>
      {account && <PageScript name="kept-weeks" />}
    </SignInFrame>
  );
}
