import { useLoaderData } from "@remix-run/react";
import { londonDay } from "~/domain/kernel/time/days";
import { endOfLondonDay } from "~/domain/kernel/time/instants";
import { discountWithUses, setLastDay } from "~/domain/shop/discounts/admin-discounts.server";
import { LATER_MESSAGE, lastDayForm, OVER_MESSAGE } from "~/domain/shop/discounts/forms";
import { LAUNCH_CODE, LAUNCH_RULE } from "~/domain/shop/discounts/launch-offer";
import { lastDayOf } from "~/domain/shop/discounts/validity";
import { staffFormAction } from "~/hyperloop/outcome.server";
import { FormPage } from "~/hyperloop/staff-form";
import { staffLoader } from "~/hyperloop/staff-route.server";
import { fieldOf } from "~/ui/conform-field";
import { DateField } from "~/ui/field";
import { notFound } from "~/web/responses.server";
import type { ScreenHandle } from "~/web/screen";

export const handle: ScreenHandle = { title: "Last day of a discount code – HyperLoop", noindex: true };

export const loader = staffLoader("discounts.change", ({ param, now }) => {
  const found = discountWithUses(param("discount"), now);
  if (!found) notFound();
  const { id, code, expiresAt } = found.discount;
  return { id, code, today: londonDay(now), lastDay: expiresAt && lastDayOf(expiresAt) };
});

const REFUSALS = { over: { expiresOn: OVER_MESSAGE }, later: { expiresOn: LATER_MESSAGE } } as const;

export const action = staffFormAction("discounts.change", lastDayForm, ({ expiresOn }, { staff, param, now }) => ({
  result: setLastDay(param("discount"), endOfLondonDay(expiresOn), staff.staffId, now),
  to: `/hyperloop/discounts/${param("discount")}`,
  done: "The last day is saved.",
  beside: (refusal: keyof typeof REFUSALS) => REFUSALS[refusal],
}));

/** Gives a code its last day, or an earlier one. */
export default function LastDay() {
  const { id, code, today, lastDay } = useLoaderData<typeof loader>();
  return (
    <FormPage<{ expiresOn: string }>
      title={`Last day of ${code}`}
      back={{ label: "Back to the code", href: `/hyperloop/discounts/${id}` }}
      button="Save"
      defaults={{ expiresOn: lastDay ?? "" }}
      fields={({ expiresOn }) => (
        <DateField
          {...fieldOf(expiresOn)}
          label="Last day"
          hint="The code works until the end of this day. You can bring it forward, but not extend it."
          min={today}
          max={lastDay ?? undefined}
        />
      )}
    >
      {code === LAUNCH_CODE && <p>{LAUNCH_RULE}.</p>}
    </FormPage>
  );
}
