import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { offersEntra } from "~/domain/people/staff/entra-sign-in.server";
import { StaffSignedOutFrame } from "~/hyperloop/frame";
import { PATHS } from "~/hyperloop/paths";
import { LinkButton } from "~/ui/button";
import { authenticateByEntra, forgetAttempt } from "~/web/entra-auth.server";
import { loaderHeaders } from "~/web/headers";
import { notFound, PRIVATE } from "~/web/responses.server";
import type { ScreenHandle } from "~/web/screen";
import { startStaffSession } from "~/web/staff-auth.server";
import { ENTRA_MESSAGES, ENTRA_STATUS } from "./entra-copy";

export const handle: ScreenHandle = { title: "Sign in with Entra ID", noindex: true };

export const headers = loaderHeaders;

/**
 * Public: the directory sends the browser here. Coming from another site, a browser doesn't send the staff cookie along
 * with a redirect, so a successful sign-in gets a page that goes on to the next one.
 */
export async function loader({ request }: LoaderFunctionArgs) {
  if (!offersEntra) notFound();
  const result = await authenticateByEntra(request);
  const headers = new Headers({ ...PRIVATE, "Referrer-Policy": "no-referrer" });
  headers.append("Set-Cookie", await forgetAttempt());
  if (!result.ok) return data({ refused: result.reason }, { status: ENTRA_STATUS[result.reason], headers });
  for (const cookie of await startStaffSession(request, result)) headers.append("Set-Cookie", cookie);
  headers.set("Refresh", `0; url=${PATHS.dashboard}`);
  return data({ refused: null }, { headers });
}

export default function EntraCallback() {
  const { refused } = useLoaderData<typeof loader>();
  if (refused === null) {
    return (
      <StaffSignedOutFrame title="You’re signed in">
        <p>
          <LinkButton href={PATHS.dashboard} size="staff">
            Continue to HyperLoop
          </LinkButton>
        </p>
      </StaffSignedOutFrame>
    );
  }
  return (
    <StaffSignedOutFrame title="You’re not signed in">
      <p>{ENTRA_MESSAGES[refused]}</p>
      <p>
        <LinkButton href="/hyperloop" size="staff">
          Back to sign in
        </LinkButton>
      </p>
    </StaffSignedOutFrame>
  );
}
