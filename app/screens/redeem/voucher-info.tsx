import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { findLoopType } from "~/domain/catalogue/catalogue";
import { WEEKS_IN_WORDS } from "~/domain/loops/calendar";
import { formatPence } from "~/domain/money/pounds";
import { londonDay } from "~/domain/time/days";
import { formatDay } from "~/domain/time/format-days";
import { heldVoucher, type Voucher } from "~/domain/vouchers/holding.server";
import { giverNameOf } from "~/domain/vouchers/redemption.server";
import { Frame } from "~/screens/frame";
import { Button } from "~/ui/button";
import { DescriptionList } from "~/ui/description-list";
import { PostForm } from "~/ui/post-form";
import { BackLink } from "~/ui/text-link";
import { VoucherCard } from "~/ui/voucher-card";
import { PRIVATE, seeOther } from "~/web/answers.server";
import { currentTime } from "~/web/clock.server";
import { keepJourney, readJourney } from "~/web/journey.server";
import type { ScreenHandle } from "~/web/screen";
import { requireCustomer } from "~/web/sessions.server";

export const handle: ScreenHandle = {
  title: "Voucher Validated Successfully",
  description: "What your Loop voucher is good for.",
};

/** A signed-in customer whose browser holds a redeemable voucher. */
export async function loader({ request }: LoaderFunctionArgs) {
  const person = await requireCustomer(request, "voucher-info");
  const held = heldVoucher((await readJourney(request)).voucherHold, person.accountId, currentTime());
  if (!held.ok) throw redirect("/voucher-redeem");
  if (held.voucher.loopId !== null) throw redirect("/dashboard");
  return data(dataOf(held.voucher), { headers: PRIVATE });
}

function dataOf(voucher: Voucher) {
  const type = findLoopType(voucher.theme ?? "", voucher.type ?? "");
  return {
    theme: type?.themeId ?? null,
    loopName: type?.displayName ?? null,
    lastFour: voucher.lastFour,
    valuePence: voucher.currency === "GBP" ? voucher.valuePence : null,
    lastDay: londonDay(voucher.expiresAt),
    giver: giverNameOf(voucher),
    recipient: voucher.recipientName,
    message: voucher.giftMessage,
  };
}

/** A signed-in customer; the giver's choice of theme and type is the default. */
export async function action({ request }: ActionFunctionArgs) {
  const person = await requireCustomer(request, "voucher-info");
  const journey = await readJourney(request);
  const held = heldVoucher(journey.voucherHold, person.accountId, currentTime());
  if (!held.ok) return await seeOther("/voucher-redeem");
  const chosen = { ...journey, journeyType: "redeem" as const, redirectAfterAuth: undefined };
  return await seeOther("/loop-theme", { cookies: [await keepJourney(chosen)] });
}

export default function VoucherInfo() {
  const view = useLoaderData<typeof loader>();
  const { giver, loopName, message, recipient } = view;
  return (
    <Frame variant="checkout" theme={view.theme ?? undefined}>
      <div className="voucher-info">
        <div className="stack stack-large">
          <div>
            <BackLink href="/voucher-redeem">Another voucher</BackLink>
            <h1>Voucher Validated Successfully</h1>
          </div>
          <p className="lead">
            {giver ? `${giver} has given you` : "You have been given"} a year: {WEEKS_IN_WORDS} weeks of
            questions, and a luxury hardback of your answers.
          </p>
          <DescriptionList
            items={{
              Voucher: `ends in ${view.lastFour}`,
              From: giver ? giver : null,
              For: recipient ? recipient : null,
              "Good for": "One loop of any kind, its hardback book and UK delivery",
              "Chosen for you": loopName ? `${loopName}; you may take another` : null,
              Value: view.valuePence ? formatPence(view.valuePence) : null,
              "Use it by": formatDay(view.lastDay),
            }}
          />
          <PostForm>
            <Button>Continue</Button>
          </PostForm>
          <p className="muted">
            The voucher is used when you have chosen your loop and the day your book should arrive, not
            before.
          </p>
        </div>
        <VoucherCard theme={view.theme} message={message} />
      </div>
    </Frame>
  );
}
