import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { findLoopType } from "~/domain/diary/catalogue/catalogue";
import { placeOfLoop } from "~/domain/diary/loops/loops.server";
import { WEEKS_IN_WORDS } from "~/domain/diary/rules/calendar";
import { londonDay } from "~/domain/kernel/time/days";
import { formatDay } from "~/domain/kernel/time/format-days";
import { SPENT_LAST } from "~/domain/shop/vouchers/gift-words";
import { heldVoucher, type Voucher } from "~/domain/shop/vouchers/pending-voucher.server";
import { giverNameOf } from "~/domain/shop/vouchers/redemption.server";
import { Frame } from "~/screens/frame";
import { Button } from "~/ui/button";
import { TickIcon } from "~/ui/icons";
import { PostForm } from "~/ui/post-form";
import { BackLink } from "~/ui/text-link";
import { VoucherCard } from "~/ui/voucher-card";
import { currentTime } from "~/web/clock.server";
import { readJourney, storeJourney } from "~/web/journey.server";
import { PRIVATE, seeOther } from "~/web/responses.server";
import type { ScreenHandle } from "~/web/screen";
import { requireCustomer } from "~/web/sessions.server";
import { SHOWN_FIELD } from "~/web/shown-choice";
import { readShown, shownKey } from "~/web/shown-choice.server";
import { formOf } from "~/web/submission.server";

export const handle: ScreenHandle = {
  title: "Voucher Validated Successfully",
  description: "What your Loop voucher includes.",
  noindex: true,
};

/** A signed-in customer whose browser holds a redeemable voucher. */
export async function loader({ request }: LoaderFunctionArgs) {
  const person = await requireCustomer(request, "voucher-info");
  const { voucherHold } = await readJourney(request);
  const held = heldVoucher(voucherHold, person.accountId, currentTime());
  if (!held.ok) throw redirect("/voucher-redeem");
  const { loopId } = held.voucher;
  if (loopId !== null) throw redirect(placeOfLoop(person.accountId, loopId));
  const shown = shownKey({ journeyType: "redeem", voucherHold });
  return data({ ...dataOf(held.voucher), shown }, { headers: PRIVATE });
}

function dataOf(voucher: Voucher) {
  const type = findLoopType(voucher.theme ?? "", voucher.type ?? "");
  return {
    theme: type?.themeId ?? null,
    loopName: type?.active ? type.displayName : null,
    lastFour: voucher.lastFour,
    lastDay: londonDay(voucher.expiresAt),
    giver: giverNameOf(voucher),
    recipient: voucher.recipientName,
    message: voucher.giftMessage,
  };
}

/** A signed-in customer. With the giver's choice the delivery date comes next; it can be swapped for another. */
export async function action({ request }: ActionFunctionArgs) {
  const person = await requireCustomer(request, "voucher-info");
  const journey = await readJourney(request);
  // The voucher that the page showed, whichever was typed in another tab since.
  const { voucherHold } = readShown(formOf(request).get(SHOWN_FIELD)) ?? journey;
  const held = heldVoucher(voucherHold, person.accountId, currentTime());
  if (!held.ok) return await seeOther("/voucher-redeem");
  const chosen = { ...journey, journeyType: "redeem" as const, voucherHold, redirectAfterAuth: undefined };
  const { theme, type } = held.voucher;
  const isChosen = theme !== null && type !== null && isOnOffer(theme, type);
  if (isChosen && formOf(request).get("intent") !== "swap") {
    const cookies = [await storeJourney({ ...chosen, selectedTheme: theme, selectedType: type })];
    return await seeOther("/loop-end-date", { cookies });
  }
  return await seeOther("/loop-theme", { cookies: [await storeJourney(chosen)] });
}

/** Whether the loop that the giver chose can still be begun. */
function isOnOffer(theme: string, type: string): boolean {
  return findLoopType(theme, type)?.active === true;
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
            <p className="voucher-status small">
              <TickIcon /> Voucher Validated Successfully
            </p>
            <h1>
              {giver ? `${giver} has given you` : "You’ve been given"} <em>a year</em>
            </h1>
          </div>
          {message && (
            <blockquote className="voucher-letter">
              {recipient && <p>{recipient},</p>}
              <p>{message}</p>
              {giver && <p>{giver}</p>}
            </blockquote>
          )}
          <PostForm>
            <input type="hidden" name={SHOWN_FIELD} value={view.shown} />
            <p className="row">
              <Button>{loopName ? "Start my year" : "Choose a theme"}</Button>
              {loopName && (
                <button className="link-button" type="submit" name="intent" value="swap">
                  Swap it for a different loop
                </button>
              )}
            </p>
          </PostForm>
          <p className="muted">
            It’s {loopName && `the ${loopName} loop: `}
            {WEEKS_IN_WORDS} weeks of questions, and a luxury hardback of your answers with UK delivery. Use the voucher
            that ends in {view.lastFour} by {formatDay(view.lastDay)}. {SPENT_LAST}
          </p>
        </div>
        <VoucherCard theme={view.theme} />
      </div>
    </Frame>
  );
}
