import { useLocation, useRouteLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import type { loader as rootLoader } from "~/root";
import { DeletionBanner, GuestBanner, PasswordBanner } from "~/ui/account-banners";
import { Banner } from "~/ui/banner";
import { Page, type PageProps } from "~/ui/page";
import type { Flash } from "~/web/flash";

type FrameProps = Omit<PageProps, "header" | "notice" | "year" | "site" | "offer" | "company"> & {
  readonly children: ReactNode;
};

/**
 * A customer's page: the visitor's header, and one message first in main.
 */
export function Frame(props: FrameProps) {
  const root = useRouteLoaderData<typeof rootLoader>("root");
  const { pathname } = useLocation();
  const { deletionDueAt, asksForPassword, opensFrom, ...visitor } = root?.visitor ?? { signedIn: false };
  const isDashboard = pathname === "/dashboard";
  const notice = noticeOf(root?.flash, {
    deletionDueAt: props.variant === "signed-in" ? deletionDueAt : undefined,
    asksForPassword: asksForPassword && isDashboard,
    guestsEmail: isDashboard ? opensFrom : undefined,
  });
  const { year, site, offer, company } = root ?? {};
  return (
    <Page
      {...props}
      header={{ ...visitor, current: pathname }}
      notice={notice}
      year={year}
      site={site}
      company={company ?? undefined}
      offer={offer?.announcement}
    />
  );
}

interface Notices {
  readonly deletionDueAt: Date | null | undefined;
  readonly asksForPassword: boolean | undefined;
  /** The address whose emailed link opens the account of a guest. */
  readonly guestsEmail: string | undefined;
}

/**
 * The flash message. Without one, while an account is due for deletion, personal pages show the date and the button to
 * keep it; otherwise the dashboard asks for a password that was never chosen.
 */
function noticeOf(flash: Flash | null | undefined, notices: Notices) {
  if (flash) return flash.at ? null : <FlashBanner flash={flash} />;
  if (notices.deletionDueAt) return <DeletionBanner dueAt={notices.deletionDueAt} />;
  if (notices.asksForPassword) return <PasswordBanner />;
  return notices.guestsEmail ? <GuestBanner email={notices.guestsEmail} /> : null;
}

/** The flash message for this part of the page, to which the browser has scrolled. */
export function FlashAt({ place }: { readonly place: NonNullable<Flash["at"]> }) {
  const flash = useRouteLoaderData<typeof rootLoader>("root")?.flash;
  return flash?.at === place ? <FlashBanner flash={flash} /> : null;
}

/** What the shop offers this visitor, where they can use it. */
export function useLaunchOffer() {
  return useRouteLoaderData<typeof rootLoader>("root")?.offer ?? null;
}

/** Whether the last week of a year was saved just now, which its page shows once. */
export function useSewn(): boolean {
  return useRouteLoaderData<typeof rootLoader>("root")?.flash?.sewn === true;
}

/** Whether a week was saved just now, so that its page opens with the picture. */
export function useStitched(): boolean {
  return useRouteLoaderData<typeof rootLoader>("root")?.flash?.stitched === true;
}

/** The id of the form of a week, which a message's button sends. */
export const WEEK_FORM = "week-form";

function FlashBanner({ flash }: { readonly flash: Flash }) {
  return (
    <Banner
      tone={flash.tone}
      passesAfter={flash.passesAfter}
      action={
        flash.button ? (
          <button type="submit" form={WEEK_FORM} className="link-button" name="intent" value={flash.button.intent}>
            {flash.button.words}
          </button>
        ) : (
          flash.link && <a href={flash.link.href}>{flash.link.words}</a>
        )
      }
    >
      <b>{flash.message}</b> {flash.more}
    </Banner>
  );
}
