import { formatPence } from "~/domain/kernel/money/pounds";
import { PAYMENT_STATUS_COPY } from "~/domain/shop/orders/payment-copy";
import { LinkButton } from "~/ui/button";
import { HELP_LINK } from "~/ui/site-links";
import type { BoughtData, ElsewhereData } from "./payment-success-data.server";
import { SIGNUP_PATH } from "./signup-steps";

/** What the page after paying says where nothing was paid, or not by this browser. */

const WORDS = {
  ...PAYMENT_STATUS_COPY,
  late: {
    title: "We’re still confirming your payment",
    text: "We’ll email you as soon as it’s through. We’ve kept your order, so you can close this page.",
  },
  unknown: {
    title: "Payment Error",
    text: "We can’t find your payment here. If you’ve just paid, check your account in a minute.",
  },
} as const;

/** A guest's payment in a browser that knows nothing of them: no name, no code, and half an address. */
export function ArrivedWords({ arrived, status }: ElsewhereData) {
  const title = arrived ? `${formatPence(arrived.totalPence)} has arrived` : PAYMENT_STATUS_COPY[status].title;
  return (
    <>
      <h1>{title}</h1>
      {arrived ? (
        <p className="lead">
          It’s for order <b>{arrived.number}</b>. We’ve emailed the receipt to {arrived.email}. Open it to carry on, or
          go back to the browser you started in.
        </p>
      ) : (
        <p className="lead">{PAYMENT_STATUS_COPY[status].text}</p>
      )}
      <p className="row">
        <LinkButton href="/" variant="light">
          Return Home
        </LinkButton>{" "}
        <a href={HELP_LINK.href}>Contact Support</a>
      </p>
    </>
  );
}

interface UnpaidWordsProps {
  readonly view: {
    readonly state: keyof typeof WORDS;
    readonly here: string;
    readonly bought: BoughtData | null;
    readonly isSignup: boolean;
    readonly isByGuest: boolean;
    readonly reason?: string | null;
  };
}

/** The cloth without a stitch, while the bank is asked or when nothing was paid. */
export function UnpaidWords({ view }: UnpaidWordsProps) {
  const { title, text } = WORDS[view.state];
  return (
    <>
      <h1>{title}</h1>
      <p className="lead">{text}</p>
      {view.reason && <p>{view.reason}</p>}
      {view.bought && (
        <p className="figures">
          Order <b>{view.bought.order.number}</b>
        </p>
      )}
      <p className="row">
        <NextActions {...view} />
      </p>
    </>
  );
}

function NextActions({ state, here, isSignup, isByGuest }: UnpaidWordsProps["view"]) {
  const payAgain = isSignup ? SIGNUP_PATH : "/payment";
  const dashboard = isByGuest ? (
    <LinkButton href="/" variant="light">
      Return Home
    </LinkButton>
  ) : (
    <LinkButton href="/dashboard" variant="light">
      Go to my loop
    </LinkButton>
  );
  const support = <a href={HELP_LINK.href}>Contact Support</a>;
  switch (state) {
    case "waiting":
    case "processing":
      return (
        <>
          <LinkButton href={here} variant="light">
            Check now
          </LinkButton>
          {state === "waiting" && <a href={payAgain}>Back to payment</a>}
        </>
      );
    case "failed":
    case "sent_back":
      return (
        <>
          <LinkButton href={payAgain} variant="light">
            Try Again
          </LinkButton>{" "}
          {support}
        </>
      );
    case "wrong_sum":
      return (
        <>
          {dashboard} {support}
        </>
      );
    default:
      return dashboard;
  }
}
