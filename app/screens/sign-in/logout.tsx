import type { ActionFunctionArgs } from "@remix-run/node";
import { Button } from "~/ui/button";
import { PostForm } from "~/ui/post-form";
import { forgetCart } from "~/web/cart.server";
import { endSessionOf } from "~/web/customer-auth.server";
import { forgetJourney } from "~/web/journey.server";
import { seeOther } from "~/web/responses.server";
import type { ScreenHandle } from "~/web/screen";
import { forgetSignup } from "~/web/signup.server";
import { forgetTyped } from "~/web/typed-payment.server";
import { SignInFrame } from "./sign-in-aside";

export const handle: ScreenHandle = { title: "Sign out", noindex: true };

/** Public: asks first, because following a link must never sign anybody out. */
export function loader() {
  return null;
}

/** Public. Ends the session here and on the server, and forgets journey, cart, sign-up and what was typed to pay. */
export async function action({ request }: ActionFunctionArgs) {
  const headers = await endSessionOf(request);
  return await seeOther("/", {
    headers,
    cookies: [await forgetJourney(), await forgetCart(), await forgetSignup(), await forgetTyped()],
  });
}

export default function Logout() {
  return (
    <SignInFrame>
      <h1>Sign out?</h1>
      <p>Everything you saved is here when you sign in again.</p>
      <PostForm>
        <Button>Logout</Button>
      </PostForm>
    </SignInFrame>
  );
}
