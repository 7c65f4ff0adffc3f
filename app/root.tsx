import { data, type HeadersFunction, type LinksFunction, type LoaderFunctionArgs } from "@remix-run/node";
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  useLocation,
  useMatches,
  useRouteLoaderData,
} from "@remix-run/react";
import type { ReactNode } from "react";
import { Button, LinkButton } from "./ui/button";
import { FormTokenProvider } from "./ui/form-token";
import { ImpersonationBanner } from "./ui/impersonation-banner";
import { Page } from "./ui/page";
import { NonceProvider } from "./ui/page-script";
import { PostForm } from "./ui/post-form";
import { StaffSignInFrame } from "./ui/staff-sign-in-frame";
import { styleSheetAddresses } from "./ui/style-sheets";
import { currentTime } from "./web/clock.server";
import { footerCompany } from "./web/company.server";
import { isForEverybody, isSavingPaused } from "./web/connection.server";
import { takeFlash } from "./web/flash.server";
import { formTokenFor, NO_TOKEN } from "./web/form-token.server";
import { countStep } from "./web/funnel.server";
import { headerUserOf } from "./web/header-user.server";
import { impersonationOf } from "./web/impersonation.server";
import { launchOfferOf } from "./web/launch-offer.server";
import { publicAddress } from "./web/public-address.server";
import { isRefusal, type Refusal } from "./web/refusal";
import { refusalWords } from "./web/refusal-messages";
import { useResponseContext } from "./web/response-context";
import { type ScreenHandle, type SharePicture, SITE_NAME } from "./web/screen";

const SHARE_PICTURE: SharePicture = {
  src: "/artwork/share.png",
  alt: "A round of embroidery on red cloth, with the word Loop stitched beside it",
};

export const links: LinksFunction = () => [
  { rel: "icon", href: "/favicon.ico", sizes: "32x32" },
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
  { rel: "apple-touch-icon", href: "/apple-touch-icon.png" },
  { rel: "manifest", href: "/manifest.webmanifest" },
  // All three are in the first view of nearly every page, and one that comes late moves what is below its text.
  ...["besley-normal", "besley-italic", "figtree"].map((face) => ({
    rel: "preload",
    href: `/fonts/${face}.woff2`,
    as: "font" as const,
    type: "font/woff2",
    crossOrigin: "anonymous" as const,
  })),
];

/** Keeps a refusal's Retry-After on the error page. */
export const headers: HeadersFunction = ({ errorHeaders }): HeadersInit => {
  const retryAfter = errorHeaders?.get("Retry-After");
  return retryAfter ? { "Retry-After": retryAfter } : {};
};

/** Public: what every page needs to know about its visitor. */
export async function loader({ request }: LoaderFunctionArgs) {
  const [formToken, { flash, setCookie }, visitor, impersonation, offer, company] = await Promise.all([
    isForEverybody() ? NO_TOKEN : formTokenFor(request),
    takeFlash(request),
    headerUserOf(request),
    impersonationOf(request),
    launchOfferOf(request),
    footerCompany(request),
    countStep(request, { stage: "visit" }),
  ]);
  const headers = new Headers();
  for (const cookie of [formToken.setCookie, setCookie]) if (cookie) headers.append("Set-Cookie", cookie);
  const year = currentTime().getUTCFullYear();
  const seenAs = impersonation ? { email: impersonation.person.email, until: impersonation.until } : null;
  const rootData = {
    formToken: formToken.token,
    flash,
    visitor,
    offer,
    year,
    site: publicAddress("/"),
    company,
    impersonation: seenAs,
    isSavingPaused: isSavingPaused(),
  };
  return data(rootData, { headers });
}

export function Layout({ children }: { readonly children: ReactNode }) {
  const { nonce } = useResponseContext();
  const root = useRouteLoaderData<typeof loader>("root");
  const leaf = useMatches().at(-1);
  const { moreSheets } = (leaf?.handle ?? {}) as Partial<ScreenHandle<unknown>>;
  const sheets = leaf?.data ? moreSheets?.(leaf.data) : undefined;
  return (
    <html lang="en-GB">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#7c2035" />
        <Head />
        <Meta />
        <Links />
        {styleSheetAddresses(leaf?.id ?? "", sheets).map((href) => (
          <link key={href} rel="stylesheet" href={href} />
        ))}
      </head>
      <body>
        <NonceProvider nonce={nonce}>
          <FormTokenProvider token={root?.formToken ?? ""}>
            {root?.isSavingPaused && <SavingPaused />}
            {root?.impersonation && <ImpersonationBanner impersonation={root.impersonation} />}
            {children}
          </FormTokenProvider>
        </NonceProvider>
      </body>
    </html>
  );
}

/** On a machine that only reads, while the one that writes doesn't respond. */
function SavingPaused() {
  return (
    <div className="banner-warn saving-paused" role="status">
      <p className="container">
        <b>Saving is paused for the moment.</b> You can still read everything. Please save again in a few minutes.
      </p>
    </div>
  );
}

/** Title, description, robots and sharing preview of the page, from its screen's handle. */
function Head() {
  const { isMistaken, error } = useResponseContext();
  const failure = useFailure(error);
  const leaf = useMatches().at(-1);
  const handle = leaf?.handle as ScreenHandle<unknown> | undefined;
  const say = (words: string | ((data: unknown) => string) | undefined) =>
    typeof words === "function" ? words(leaf?.data) : words;
  if (error || !handle) {
    return (
      <>
        <title>{`${(error && failure) || wordsOf(error).title} – ${SITE_NAME}`}</title>
        <meta name="robots" content="noindex" />
      </>
    );
  }
  const title = say(handle.title) ?? SITE_NAME;
  const description = say(handle.description);
  return (
    <>
      <title>{`${isMistaken ? "Error: " : ""}${title}${title === SITE_NAME ? "" : ` – ${SITE_NAME}`}`}</title>
      {description && <meta name="description" content={description} />}
      {handle.noindex ? (
        <meta name="robots" content="noindex" />
      ) : (
        <Shared title={title} description={description} picture={handle.sharePicture?.(leaf?.data) ?? SHARE_PICTURE} />
      )}
    </>
  );
}

/** The canonical address, without personal query parameters, and the preview shown when the page is shared. */
function Shared({
  title,
  description,
  picture,
}: {
  readonly title: string;
  readonly description: string | undefined;
  readonly picture: SharePicture;
}) {
  const { pathname } = useLocation();
  const site = useRouteLoaderData<typeof loader>("root")?.site;
  if (!site) return null;
  const address = new URL(pathname, site).href;
  return (
    <>
      <link rel="canonical" href={address} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={SITE_NAME} />
      <meta property="og:locale" content="en_GB" />
      <meta property="og:title" content={title} />
      {description && <meta property="og:description" content={description} />}
      <meta property="og:url" content={address} />
      <meta property="og:image" content={new URL(picture.src, site).href} />
      <meta property="og:image:alt" content={picture.alt} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}

export default function App() {
  return <Outlet />;
}

/** The page for anything refused, missing or broken. */
export function ErrorBoundary() {
  const { error } = useResponseContext();
  const { title, text, resend } = wordsOf(error);
  const failure = useFailure(error);
  const root = useRouteLoaderData<typeof loader>("root");
  const { pathname, search } = useLocation();
  const frame = {
    header: { ...root?.visitor, current: pathname },
    year: root?.year,
    site: root?.site,
    company: root?.company ?? undefined,
  };
  // Staff keep the look of the back office.
  if (pathname.split("/")[1] === "hyperloop") {
    return (
      <StaffSignInFrame title={failure ?? title}>
        <p>{failure ? "Please try again in a moment." : text}</p>
        {!failure && resend && <SendAgain resend={resend} />}
        <p>
          {failure && <LinkButton href={`${pathname}${search}`}>Retry</LinkButton>}
          {!failure && !resend && <LinkButton href="/hyperloop/dashboard">To the dashboard</LinkButton>}
        </p>
        <Reference />
      </StaffSignInFrame>
    );
  }
  if (failure) {
    return (
      <Page variant="reading" {...frame}>
        <h1>{failure}</h1>
        <p>We couldn’t read it just now. Please try again in a moment.</p>
        <LinkButton href={`${pathname}${search}`}>Try Again</LinkButton>
        <Reference />
      </Page>
    );
  }
  return (
    <Page variant="reading" {...frame}>
      <h1>{title}</h1>
      <p>{text}</p>
      {resend ? <SendAgain resend={resend} /> : <LinkButton href="/">Go to the home page</LinkButton>}
      <Reference />
    </Page>
  );
}

/** What a visitor can quote, so that the log's lines of this request are found. */
function Reference() {
  const { reference } = useResponseContext();
  return reference ? <p className="muted">Reference: {reference}</p> : null;
}

function wordsOf(error: unknown) {
  return refusalWords(isRouteErrorResponse(error) ? error : null);
}

/** The screen's own message for data that could not be read; null for a visitor's mistake, or without one. */
function useFailure(error: unknown): string | null {
  const leaf = useMatches().at(-1);
  if (isRouteErrorResponse(error) && (error.status < 500 || isRefusal(error.data))) return null;
  return (leaf?.handle as ScreenHandle | undefined)?.failure ?? null;
}

/** The text of a form with a stale CSRF token, ready to be sent again with a fresh one. */
function SendAgain({ resend }: { readonly resend: NonNullable<Refusal["resend"]> }) {
  return (
    <FormTokenProvider token={resend.token}>
      <PostForm action={resend.action} encType="multipart/form-data">
        {resend.fields.map(([name, value], index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a form may send one name several times
          <textarea key={index} name={name} defaultValue={value} hidden readOnly />
        ))}
        <Button>Send it again</Button>
      </PostForm>
    </FormTokenProvider>
  );
}
