import { type ActionFunctionArgs, data, type LinksFunction, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { logLine } from "~/adapters/log/log.server";
import { sendEnquiry } from "~/domain/backoffice/enquiries/enquiries.server";
import { enquiryForm } from "~/domain/backoffice/enquiries/forms";
import { listThemes } from "~/domain/diary/catalogue/catalogue";
import { readPrices } from "~/domain/diary/catalogue/prices.server";
import { formatBookDay } from "~/domain/diary/loops/book-days";
import { deliveryWindow, WEEKS_IN_WORDS } from "~/domain/diary/rules/calendar";
import { LIMITS } from "~/domain/kernel/limits/limits";
import { londonDay } from "~/domain/kernel/time/days";
import { MINUTE_SECONDS } from "~/domain/kernel/time/durations";
import { seller } from "~/domain/mail/layout/seller.server";
import { formatLoopPrice } from "~/domain/shop/order-rules/price-words";
import { INSIDE_ADDRESSES, insideOf, insideSpread } from "~/domain/shop/selling/look-inside";
import { Frame } from "~/screens/frame";
import { LinkButton } from "~/ui/button";
import { ClothBand } from "~/ui/cloth-band";
import { currentTime } from "~/web/clock.server";
import { clientAddress } from "~/web/connection.server";
import { replyAgain } from "~/web/form-again";
import { readForm } from "~/web/read-form";
import { seeOther, unprocessable } from "~/web/responses.server";
import type { ScreenHandle } from "~/web/screen";
import { formOf } from "~/web/submission.server";
import { Contact } from "./contact";
import { HOME } from "./home-copy";
import { FIRST_PICTURE, HomeHero } from "./home-hero";
import { HomeInside } from "./home-inside";
import { HomeIdea, HomeQuestions, HomeSteps, HomeThemes, HomeTrust, HomeValues } from "./home-sections";

/** The largest thing in the first view; asked for beside the fonts and before the scripts, it is there sooner. */
export const links: LinksFunction = () =>
  FIRST_PICTURE ? [{ rel: "preload", href: FIRST_PICTURE, as: "image", type: "image/svg+xml", ...FIRST }] : [];

/** React 18 knows it by this spelling alone. */
const FIRST = { fetchpriority: "high" };

export const handle: ScreenHandle = {
  title: "One small stitch a week, one book for life",
  description: `A photo and a few lines a week. After a year we bind all ${WEEKS_IN_WORDS} into a luxury hardback and deliver it.`,
  formAgain: replyAgain,
  cached: { addresses: ["/", ...INSIDE_ADDRESSES] },
  guard: { cachedForm: true },
};

/** Public. */
export function loader({ request }: LoaderFunctionArgs) {
  const inside = insideOf(new URL(request.url).searchParams);
  const { recommended } = deliveryWindow(londonDay(currentTime()));
  return data({
    price: formatLoopPrice(readPrices()),
    bookArrives: recommended,
    company: { email: seller.email, address: seller.address },
    inside,
    spread: insideSpread(inside.id),
    themes: listThemes().map(({ id, name, description }) => ({ id, name, description })),
  });
}

const SENT_MESSAGE = "Thank you! Your message has been sent successfully.";
const FAILED_MESSAGE = "Sorry, there was an error sending your message. Please try again.";
const TOO_MANY_MESSAGES = {
  too_many_by_email: `Too many submissions. Please wait ${LIMITS.enquiries_email.seconds / MINUTE_SECONDS} minutes before trying again.`,
  too_many_by_address: "Too many submissions. Please wait an hour before trying again.",
};

/** Public: the contact form. */
export async function action({ request }: ActionFunctionArgs) {
  const submission = readForm(formOf(request), enquiryForm);
  if (submission.status !== "success") return unprocessable("contact", submission.reply());
  const sent = trySending(submission.value);
  if (!sent.ok) return unprocessable("contact", submission.reply({ formErrors: [sent.sentence] }));
  return await seeOther("/#contact-form", {
    flash: { tone: "ok", message: SENT_MESSAGE, more: "A person will read it and reply.", at: "contact" },
  });
}

/** An enquiry that cannot be stored comes back to the visitor with its text. */
function trySending(enquiry: Parameters<typeof sendEnquiry>[0]) {
  try {
    const sent = sendEnquiry(enquiry, clientAddress(), currentTime());
    return sent.ok ? sent : { ok: false as const, sentence: TOO_MANY_MESSAGES[sent.reason] };
  } catch (error) {
    logLine("error", "enquiry_not_stored", { error: String(error) });
    return { ok: false as const, sentence: FAILED_MESSAGE };
  }
}

export default function Home() {
  const { price, bookArrives, company, inside, spread, themes } = useLoaderData<typeof loader>();
  const actionData = useActionData<typeof action>();
  return (
    <Frame variant="shop">
      <HomeHero price={price} />
      <HomeIdea />
      <HomeSteps />
      <HomeInside at={inside} spread={spread} />
      <HomeTrust company={company} />
      <HomeValues />
      <HomeThemes themes={themes} price={price} />
      <HomeQuestions />
      <HomeClosing bookArrives={bookArrives} />
      <Contact companyEmail={company.email} actionData={actionData} />
    </Frame>
  );
}

/** The closing band: a picture with its first stitch made. */
function HomeClosing({ bookArrives }: { readonly bookArrives: string }) {
  return (
    <ClothBand theme="family" className="closing">
      <img className="closing-ring" src="/artwork/ring-1-linen.svg" alt="" width="720" height="720" loading="lazy" />
      <div className="closing-words">
        <h2>
          {HOME.closing.line}
          <br />
          <em>{HOME.closing.turn}</em>
        </h2>
        <p className="lead">Start today and your book arrives {formatBookDay(bookArrives)}.</p>
        <p className="row">
          <LinkButton variant="light" href="/loop-theme">
            Start your loop
          </LinkButton>
          <a className="stand-alone-link" href="/redeem">
            I’ve got a voucher
          </a>
        </p>
      </div>
    </ClothBand>
  );
}
