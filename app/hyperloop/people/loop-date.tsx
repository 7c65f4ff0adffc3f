import { useLoaderData } from "@remix-run/react";
import { type DateGiven, dateForm } from "~/domain/backoffice/people/forms";
import { moveDateFor } from "~/domain/backoffice/people/loop-corrections.server";
import { formatBookDay } from "~/domain/diary/loops/book-days";
import { loopOwnedBy } from "~/domain/diary/loops/loops.server";
import { moveWindow } from "~/domain/diary/loops/rescheduling";
import { hasWritten } from "~/domain/diary/loops/rescheduling.server";
import { WISH_FIRST_STAFF } from "~/domain/diary/loops/starting";
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

export const handle: ScreenHandle = { title: "Move a delivery date – HyperLoop", noindex: true };

const REFUSALS = {
  read_only: "The year has been sent to print, so its date is fixed",
  not_a_day: "Please enter a date",
  too_early: "That’s too soon. See the first date above",
  too_late: "That’s too late. See the last date above",
  same_day: "That’s the date it already has",
  wish_first: WISH_FIRST_STAFF,
} as const;

export const loader = staffLoader("loops.correct", ({ param, now }) => {
  const loop = loopOwnedBy(param("account"), param("loop"));
  if (loop?.status !== "ACTIVE") notFound();
  const { id, accountId, deliveryDay } = loop;
  return { id, accountId, deliveryDay, days: moveWindow(loop, hasWritten(id), londonDay(now)) };
});

export const action = staffFormAction("loops.correct", dateForm, ({ deliveryDay, reason }, at) => {
  const wanted = { accountId: at.param("account"), loopId: at.param("loop"), deliveryDay };
  return {
    result: moveDateFor(wanted, { staffId: at.staff.staffId, reason }, at.now),
    to: toAccount(wanted.accountId).href,
    done: `The book is due ${formatBookDay(deliveryDay)} now, and we’ve told them.`,
    beside: (refusal: keyof typeof REFUSALS) => ({ deliveryDay: REFUSALS[refusal] }),
  };
});

export default function MoveDate() {
  const { accountId, deliveryDay, days } = useLoaderData<typeof loader>();
  return (
    <FormPage<DateGiven>
      title="Move the delivery date"
      lead={`Now ${formatDay(deliveryDay)}`}
      back={toAccount(accountId)}
      button="Move the date"
      defaults={{ deliveryDay }}
      fields={(fields) => (
        <>
          <DateField
            {...fieldOf(fields.deliveryDay)}
            label="Delivery date"
            hint={`From ${formatDay(days.earliest)} to ${formatDay(days.latest)}`}
            min={days.earliest}
            max={days.latest}
          />
          <ReasonField of={fields.reason} hint={WHO_ASKED} />
        </>
      )}
    />
  );
}
