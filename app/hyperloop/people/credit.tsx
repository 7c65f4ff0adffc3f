import { useLoaderData } from "@remix-run/react";
import { type DateGiven, dateForm } from "~/domain/backoffice/people/forms";
import { beginLoopFor } from "~/domain/backoffice/people/loop-corrections.server";
import { findLoopType } from "~/domain/diary/catalogue/catalogue";
import { formatBookDay } from "~/domain/diary/loops/book-days";
import { firstStartOf, unspentCreditOf } from "~/domain/diary/loops/credits.server";
import { formatStartToStaff } from "~/domain/diary/loops/starting";
import { deliveryWindow, MAKING_WEEKS, WEEKS } from "~/domain/diary/rules/calendar";
import { londonDay } from "~/domain/kernel/time/days";
import { formatDay } from "~/domain/kernel/time/format-days";
import { staffFormAction } from "~/hyperloop/outcome.server";
import { FormPage, ReasonField } from "~/hyperloop/staff-form";
import { staffLoader } from "~/hyperloop/staff-route.server";
import { fieldOf } from "~/ui/conform-field";
import { DateField } from "~/ui/field";
import { notFound } from "~/web/responses.server";
import type { ScreenHandle } from "~/web/screen";
import { toAccount, WHO_ASKED } from "./person-labels";

export const handle: ScreenHandle = { title: "Open a loop – HyperLoop", noindex: true };

const REFUSALS = {
  nothing_to_begin: "Somebody has just chosen its date",
  not_a_day: "Please enter a date",
  too_early: "That’s too soon. See the first date above",
  too_late: "That’s too late. See the last date above",
} as const;

export const loader = staffLoader("loops.correct", ({ param, now }) => {
  const accountId = param("account");
  const credit = unspentCreditOf(accountId, param("credit")) ?? notFound();
  const days = deliveryWindow(londonDay(now), firstStartOf(credit, now));
  const name = findLoopType(credit.theme, credit.type)?.displayName ?? credit.theme;
  return { accountId, name, earliest: days.earliest, latest: days.latest };
});

export const action = staffFormAction("loops.correct", dateForm, ({ deliveryDay, reason }, at) => {
  const wanted = { accountId: at.param("account"), creditId: at.param("credit"), deliveryDay };
  return {
    result: beginLoopFor(wanted, { staffId: at.staff.staffId, reason }, at.now),
    to: toAccount(wanted.accountId).href,
    done: `${formatStartToStaff(deliveryDay, londonDay(at.now))}, the book is due ${formatBookDay(deliveryDay)}, and we’ve told them.`,
    beside: (refusal: keyof typeof REFUSALS) => ({ deliveryDay: REFUSALS[refusal] }),
  };
});

export default function OpenLoop() {
  const { accountId, name, earliest, latest } = useLoaderData<typeof loader>();
  return (
    <FormPage<DateGiven>
      title={`Open the ${name} loop`}
      back={toAccount(accountId)}
      button="Open the loop"
      fields={(fields) => (
        <>
          <DateField
            {...fieldOf(fields.deliveryDay)}
            label="Delivery date"
            hint={`From ${formatDay(earliest)} to ${formatDay(latest)}. The year starts ${WEEKS + MAKING_WEEKS} weeks before`}
            min={earliest}
            max={latest}
          />
          <ReasonField of={fields.reason} hint={WHO_ASKED} />
        </>
      )}
    />
  );
}
