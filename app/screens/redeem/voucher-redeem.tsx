import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { heldVoucher } from "~/domain/shop/vouchers/pending-voucher.server";
import { VOUCHER_MESSAGES } from "~/domain/shop/vouchers/rules";
import { Frame } from "~/screens/frame";
import { Banner } from "~/ui/banner";
import { BackLink } from "~/ui/text-link";
import { YearTimeline } from "~/ui/year-timeline";
import { currentTime } from "~/web/clock.server";
import { replyAgain } from "~/web/form-again";
import { readJourney } from "~/web/journey.server";
import { PRIVATE } from "~/web/responses.server";
import type { ScreenHandle } from "~/web/screen";
import { sessionUserOf } from "~/web/sessions.server";
import { takeTypedCode } from "./typed-code.server";
import { VoucherForm } from "./voucher-form";

export const handle: ScreenHandle = {
  title: "Redeem Your Voucher",
  description: "Type your Loop voucher code to start your year.",
  formAgain: replyAgain,
};

/** Public; says so when the voucher held by this browser can no longer be used. */
export async function loader({ request }: LoaderFunctionArgs) {
  const [journey, person] = await Promise.all([readJourney(request), sessionUserOf(request)]);
  const held = heldVoucher(journey.voucherHold, person?.accountId ?? null, currentTime());
  const failure = held.ok || held.reason === "nothing_held" ? null : VOUCHER_MESSAGES[held.reason];
  return data({ isHeld: held.ok, failure }, { headers: PRIVATE });
}

/** Public: anybody with a code may type it. Guesses are counted. */
export async function action({ request }: ActionFunctionArgs) {
  return await takeTypedCode(request);
}

export default function VoucherRedeem() {
  const { isHeld, failure } = useLoaderData<typeof loader>();
  const actionData = useActionData<typeof action>();
  return (
    <Frame variant="checkout">
      <div className="two-columns">
        <div className="form-column">
          {!actionData && failure && <Banner tone="warn">{failure}</Banner>}
          {!actionData && isHeld && (
            <Banner>
              We’re keeping the voucher you typed before. <a href="/voucher-info">Carry on with it</a>
            </Banner>
          )}
          <VoucherForm reply={actionData?.reply}>
            <div>
              <BackLink href="/">Back to home</BackLink>
              <h1>
                Redeem your <em>voucher</em>
              </h1>
            </div>
            <p className="lead">
              One voucher is one loop: a year of weekly questions, and the book at the end. There’s nothing to pay.
            </p>
          </VoucherForm>
        </div>
        <aside className="stack stack-large" aria-labelledby="redeem-how">
          <h2 className="as-h3" id="redeem-how">
            What happens, and when
          </h2>
          <YearTimeline today="Type your code and create an account" />
        </aside>
      </div>
    </Frame>
  );
}
