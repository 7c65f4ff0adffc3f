import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Fragment } from "react";
import { findLoopType, findTheme } from "~/domain/diary/catalogue/catalogue";
import { MAKING_IN_WORDS } from "~/domain/diary/loops/book-days";
import {
  firstStartOf,
  firstStartOfLoop,
  othersToBegin,
  placeToBegin,
  requestStart,
  unspentCreditOf,
} from "~/domain/diary/loops/credits.server";
import { loopsOf, placeOfBegun, placeOfLoop } from "~/domain/diary/loops/loops.server";
import { DAYS_FROM_START_TO_DELIVERY, deliveryWindow, WEEKS } from "~/domain/diary/rules/calendar";
import { londonDay } from "~/domain/kernel/time/days";
import { claimFromGuest } from "~/domain/people/accounts/guests.server";
import { openAccountByReceipt } from "~/domain/people/accounts/receipt-links.server";
import { beginGuestSession } from "~/domain/people/accounts/sessions.server";
import { Frame } from "~/screens/frame";
import { Button } from "~/ui/button";
import { ErrorSummary } from "~/ui/error-summary";
import { PageScript } from "~/ui/page-script";
import { PostForm } from "~/ui/post-form";
import { currentTime } from "~/web/clock.server";
import { startCustomerSession } from "~/web/customer-auth.server";
import { forgetJourney, readJourney } from "~/web/journey.server";
import { PRIVATE, seeOther } from "~/web/responses.server";
import type { ScreenHandle } from "~/web/screen";
import { SHOWN_FIELD } from "~/web/shown-choice";
import { shownKey } from "~/web/shown-choice.server";
import { formOf } from "~/web/submission.server";
import { forgetTyped, readTyped } from "~/web/typed-payment.server";
import { beginWith, requireBeginner } from "./beginner.server";
import { ChosenDates, EndDateAside } from "./end-date-aside";
import { CatchUpWarning, EndDateCards } from "./end-date-cards";
import {
  catchUpFor,
  datesOnOffer,
  FAILED,
  formatBegun,
  NOT_SOLD,
  OWN,
  ownDate,
  SENTENCES,
  TODAY,
  VOUCHER,
} from "./end-date-offers";
import { creditByVoucher } from "./voucher-in-hand.server";
import { askWhichOne } from "./which-loop.server";

export const handle: ScreenHandle = {
  title: "When should your book arrive?",
  noindex: true,
  formAgain: (form, error) => ({ ...readChoice(form), error }),
};

function readChoice(form: FormData) {
  const [choice, typedDay] = [String(form.get("choice") ?? ""), String(form.get("deliveryDay") ?? "")];
  return { choice, typedDay: typedDay.slice(0, 40) };
}

/**
 * A customer with a loop that is paid for, or covered by their voucher, and not begun; the reader of a guest's receipt,
 * whose account opens when they confirm the date; or the guest in the browser that paid, whose address stays unproven.
 */
export async function loader({ request }: LoaderFunctionArgs) {
  const person = await requireBeginner(request);
  const params = new URL(request.url).searchParams;
  const named = params.get("credit");
  const byVoucher = named === null ? await creditByVoucher(request) : null;
  if (byVoucher?.begun) throw redirect(placeOfLoop(person.accountId, byVoucher.begun));
  const credit = byVoucher ?? unspentCreditOf(person.accountId, named ?? undefined);
  if (!credit) throw redirect(loopsOf(person.accountId).length > 0 ? "/dashboard" : "/begin");
  const type = findLoopType(credit.theme, credit.type);
  const theme = findTheme(credit.theme);
  const now = currentTime();
  const today = londonDay(now);
  const firstStart = firstStartOf(credit, now);
  const window = deliveryWindow(today, firstStart);
  const deliveryDay = params.get("day") ?? "";
  return data(
    {
      credit: credit.id,
      shown: credit.id === VOUCHER ? shownKey(await readJourney(request)) : null,
      others: othersToBegin(person.accountId, credit.id),
      stored: (await readTyped(request, person.accountId)).words,
      loop: type &&
        theme && {
          ...{ name: type.displayName, image: type.image, theme: theme.id, themeName: theme.name },
        },
      window,
      firstStart,
      today,
      warning: catchUpFor(deliveryDay, window, today),
    },
    { headers: PRIVATE },
  );
}

/** As the loader. Pressing the button twice begins one loop. */
export async function action({ request }: ActionFunctionArgs) {
  const now = currentTime();
  const person = await requireBeginner(request);
  if (person.claimant) claimFromGuest(person.accountId, person.claimant);
  const accountId = person.claimant ?? person.accountId;
  const today = londonDay(now);
  const form = formOf(request);
  const creditId = String(form.get("credit") ?? "");
  const credit = unspentCreditOf(accountId, creditId);
  const journey = await readJourney(request);
  const question = creditId === VOUCHER ? await askWhichOne(form, journey, accountId) : null;
  if (question) return question;
  const { choice, typedDay } = readChoice(form);
  if (choice === TODAY) requestStart(accountId, creditId, now);
  const firstStart = credit ? firstStartOf(credit, now) : null;
  const window = deliveryWindow(today, firstStart);
  const offered = choice === TODAY ? "recommended" : choice;
  const deliveryDay = datesOnOffer(today, firstStart).find(({ value }) => value === offered)?.day ?? typedDay;
  // The warning is a separate GET, so that Back from the dashboard never asks to send a form again.
  if (catchUpFor(deliveryDay, window, today) && form.get("agreedTo") !== deliveryDay) {
    const page = credit ? `${placeToBegin(credit.id)}&` : "/loop-end-date?";
    return await seeOther(`${page}day=${deliveryDay}`);
  }
  const byVoucher = creditId === VOUCHER ? await creditByVoucher(request) : null;
  if (creditId === VOUCHER && !byVoucher) {
    // The journey ends when the loop begins: without one, the button was pressed before.
    return await seeOther(journey.journeyType === "redeem" ? "/voucher-redeem" : "/dashboard");
  }
  const begun = beginWith(byVoucher, { accountId, deliveryDay }, form, request);
  if (begun === null) return data({ choice, typedDay, error: FAILED }, { status: 422 });
  if (!begun.ok && begun.reason in SENTENCES) {
    const error = SENTENCES[begun.reason as keyof typeof SENTENCES](window);
    return data({ choice, typedDay, error }, { status: 422 });
  }
  if (!begun.ok && byVoucher)
    return begun.reason === "unknown_type"
      ? await seeOther("/loop-theme", { flash: { tone: "warn", message: NOT_SOLD } })
      : await seeOther("/voucher-redeem");
  const userAgent = request.headers.get("user-agent");
  const opened = person.receipt ? await openAccountByReceipt(person.receipt, userAgent, now) : null;
  // The button was pressed twice, and the first press has opened the account.
  if (person.receipt && !opened) return await seeOther("/auth?then=dashboard");
  const key = person.isGuest ? beginGuestSession(accountId, userAgent, now) : opened?.sessionKey;
  const session = key ? await startCustomerSession(request, key) : [];
  return await seeOther(begun.ok ? placeOfBegun(begun.loop, today) : "/dashboard", {
    cookies: [...session, await forgetJourney(), await forgetTyped()],
    flash: begun.ok
      ? {
          tone: "ok",
          ...formatBegun(begun.loop, firstStartOfLoop(begun.loop.id, now), today, byVoucher !== null),
        }
      : undefined,
  });
}

export default function LoopEndDate() {
  const {
    credit,
    shown: showing,
    stored,
    loop,
    window,
    firstStart,
    today,
    others,
    ...view
  } = useLoaderData<typeof loader>();
  const actionData = useActionData<typeof action>();
  const error = actionData && "error" in actionData ? actionData.error : undefined;
  const warning = actionData ? null : view.warning;
  const chosen = actionData?.choice || (warning ? OWN : (stored.choice ?? "recommended"));
  const choices = [...datesOnOffer(today, firstStart), ownDate(warning?.deliveryDay ?? null)];
  const shown = { choices, chosen, today, latest: window.eighteenMonths };
  return (
    <Frame variant="checkout" theme={loop?.theme}>
      <ErrorSummary problems={error ? [{ message: error, field: "deliveryDay" }] : []} />
      {warning && <CatchUpWarning warning={warning} />}
      <div className="two-columns end-date">
        <PostForm className="date-form" data-days-before={DAYS_FROM_START_TO_DELIVERY}>
          <div className="stack">
            <h1>
              When should your <em>book arrive?</em>
            </h1>
            {loop && others.length > 0 && (
              <p>
                This is your {loop.name} loop. Also waiting:{" "}
                {others.map(({ id, name, place }, at) => (
                  <Fragment key={id}>
                    {at > 0 && ", "}
                    <a href={place}>{name}</a>
                  </Fragment>
                ))}
                .
              </p>
            )}
          </div>
          {/* Names the loop that is begun, so that pressing twice never begins another one. */}
          <input type="hidden" name="credit" value={credit} />
          {showing && <input type="hidden" name={SHOWN_FIELD} value={showing} />}
          {warning && <input type="hidden" name="agreedTo" value={warning.deliveryDay} />}
          <EndDateCards
            choices={choices}
            chosen={chosen}
            window={window}
            typedDay={actionData?.typedDay ?? warning?.deliveryDay ?? stored.deliveryDay}
            error={error}
          />
          <div className="date-go">
            <ChosenDates choices={choices} chosen={chosen} today={today} />
            <Button>Confirm</Button>
          </div>
          <p className="small muted">
            You write for {WEEKS} weeks, then we take {MAKING_IN_WORDS} to print and deliver. A later date means a later
            start, not a longer year. You can change the date afterwards, in your loop’s settings.
          </p>
        </PostForm>
        <EndDateAside loop={loop} firstStart={firstStart} {...shown} />
      </div>
      <PageScript name="end-date" />
    </Frame>
  );
}
