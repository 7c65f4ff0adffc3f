import { data, redirect } from "@remix-run/node";
import { offersEntra } from "~/domain/people/staff/entra-sign-in.server";
import { StaffSignedOutFrame } from "~/hyperloop/frame";
import { LinkButton } from "~/ui/button";
import { startEntraSignIn } from "~/web/entra-auth.server";
import { notFound, PRIVATE } from "~/web/responses.server";
import type { ScreenHandle } from "~/web/screen";
import { ENTRA_MESSAGES } from "./entra-copy";

export const handle: ScreenHandle = { title: "Sign in with Entra ID", noindex: true };

/** Public: leads to the directory's sign-in; a 404 where no directory is configured. */
export async function loader() {
  if (!offersEntra) notFound();
  const leaving = await startEntraSignIn();
  if (!leaving) return data(null, { status: 503, headers: PRIVATE });
  throw redirect(leaving.url, { headers: { ...PRIVATE, "Set-Cookie": leaving.cookie } });
}

export default function Entra() {
  return (
    <StaffSignedOutFrame title="Sign in with Entra ID">
      <p>{ENTRA_MESSAGES.unreachable}</p>
      <p>
        <LinkButton href="/hyperloop" size="staff">
          Back to sign in
        </LinkButton>
      </p>
    </StaffSignedOutFrame>
  );
}
