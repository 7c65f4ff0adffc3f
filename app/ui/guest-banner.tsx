import { Banner } from "./banner";
import { LOGOUT_PATH } from "./site-links";

/** For a guest who writes in the browser that paid: how to open their account, and how to leave. */
export function GuestBanner({ email }: { readonly email: string }) {
  return (
    <Banner action={<a href={LOGOUT_PATH}>Not your device? Sign out</a>}>
      <b>Open your account</b> with the link we’ve emailed to {email}, to write on any phone or computer and get each
      week’s question by email.
    </Banner>
  );
}
