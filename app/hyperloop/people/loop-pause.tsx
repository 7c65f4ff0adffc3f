import { useLoaderData } from "@remix-run/react";
import { type PauseGiven, pauseForm } from "~/domain/backoffice/people/forms";
import { pauseFor } from "~/domain/backoffice/people/loop-corrections.server";
import { formatBookDay } from "~/domain/diary/loops/book-days";
import { loopOwnedBy } from "~/domain/diary/loops/loops.server";
import { pauseAllowance } from "~/domain/diary/loops/rescheduling";
import { MOST_PAUSED_WEEKS } from "~/domain/diary/rules/calendar";
import { formatFigureOf } from "~/domain/kernel/text/numbers";
import { londonDay } from "~/domain/kernel/time/days";
import { formatDay } from "~/domain/kernel/time/format-days";
import { staffFormAction } from "~/hyperloop/outcome.server";
import { FormPage, ReasonField } from "~/hyperloop/staff-form";
import { staffLoader } from "~/hyperloop/staff-route.server";
import { NumberField } from "~/ui/known-fields";
import { notFound } from "~/web/responses.server";
import type { ScreenHandle } from "~/web/screen";
import { toAccount, WHO_ASKED } from "./person-labels";

export const handle: ScreenHandle = { title: "Pause a loop – HyperLoop", noindex: true };

const REFUSALS = {
  read_only: "The year has been sent to print",
  not_whole_weeks: "Please enter at least 1 week",
  too_long: "That’s more than is left of the pause",
  not_begun: "The year hasn’t started. Move its delivery date instead",
  year_over: "The year is over. Move its delivery date instead",
} as const;

export const loader = staffLoader("loops.correct", ({ param, now }) => {
  const loop = loopOwnedBy(param("account"), param("loop"));
  if (loop?.status !== "ACTIVE") notFound();
  const { accountId, deliveryDay } = loop;
  return { accountId, deliveryDay, left: pauseAllowance(loop, londonDay(now)).weeks };
});

export const action = staffFormAction("loops.correct", pauseForm, ({ weeks, reason }, at) => {
  const wanted = { accountId: at.param("account"), loopId: at.param("loop"), weeks };
  const result = pauseFor(wanted, { staffId: at.staff.staffId, reason }, at.now);
  return {
    result,
    to: toAccount(wanted.accountId).href,
    done: result.ok
      ? `It’s paused. The book is due ${formatBookDay(result.loop.deliveryDay)}, and we’ve told them.`
      : undefined,
    beside: (refusal: keyof typeof REFUSALS) => ({ weeks: REFUSALS[refusal] }),
  };
});

export default function PauseLoop() {
  const { accountId, deliveryDay, left } = useLoaderData<typeof loader>();
  return (
    <FormPage<PauseGiven>
      title="Pause this loop"
      lead={`From today. The book is due ${formatDay(deliveryDay)}, and moves back with the rest.`}
      back={toAccount(accountId)}
      button="Pause the loop"
      fields={(fields) => (
        <>
          <NumberField
            of={fields.weeks}
            label="Weeks"
            hint={`${formatFigureOf(left, "week", "weeks")} left of ${MOST_PAUSED_WEEKS}`}
            width="s"
          />
          <ReasonField of={fields.reason} hint={WHO_ASKED} />
        </>
      )}
    />
  );
}
