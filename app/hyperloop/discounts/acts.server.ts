import { formatFigureOf } from "~/domain/kernel/text/numbers";
import { londonDay } from "~/domain/kernel/time/days";
import { endOfLondonDay } from "~/domain/kernel/time/instants";
import { nothingForm } from "~/domain/people/staff/forms";
import { discountWithUses, setLastDay, switchDiscount } from "~/domain/shop/discounts/admin-discounts.server";
import { LATER_MESSAGE, lastDayForm, OVER_MESSAGE } from "~/domain/shop/discounts/forms";
import { LAUNCH_CODE, LAUNCH_RULE } from "~/domain/shop/discounts/launch-offer";
import { lastDayOf } from "~/domain/shop/discounts/rules";
import { date } from "~/hyperloop/act-fields";
import { act, actOnSelected, type StaffAct } from "~/hyperloop/declared-acts.server";
import { PATHS } from "~/hyperloop/paths";
import { notFound } from "~/web/responses.server";

const LAST_DAY_REFUSALS = { over: { expiresOn: OVER_MESSAGE }, later: { expiresOn: LATER_MESSAGE } } as const;

/** What staff do with a discount code, and with the selected ones. */
export const DISCOUNT_ACTS: Readonly<Record<string, StaffAct>> = {
  /** Gives a code its last day, or an earlier one. */
  "/hyperloop/discounts/:discount/last-day": act("discounts.change", {
    tab: "Last day of a discount code",
    back: ({ param }) => ({ label: "Back to the code", href: `${PATHS.discounts}/${param("discount")}` }),
    schema: lastDayForm,
    ask: ({ param, now }) => {
      const { code, expiresAt } = discountWithUses(param("discount"), now)?.discount ?? notFound();
      const lastDay = expiresAt ? lastDayOf(expiresAt) : undefined;
      return {
        title: `Last day of ${code}`,
        button: "Save",
        says: code === LAUNCH_CODE ? [`${LAUNCH_RULE}.`] : [],
        defaults: { expiresOn: lastDay ?? "" },
        fields: [
          date("expiresOn", "Last day", {
            hint: "The code works until the end of this day. You can bring it forward, but not extend it.",
            min: londonDay(now),
            max: lastDay,
          }),
        ],
      };
    },
    run: ({ expiresOn }, { staff, param, now }) => ({
      result: setLastDay(param("discount"), endOfLondonDay(expiresOn), staff.staffId, now),
      done: "The last day is saved.",
      beside: (refusal: keyof typeof LAST_DAY_REFUSALS) => LAST_DAY_REFUSALS[refusal],
    }),
  }),

  "/hyperloop/discounts/ticked/switch-off": actOnSelected("discounts.change", {
    tab: "Switch off these codes",
    schema: nothingForm,
    find: (id, now) => {
      const found = discountWithUses(id, now)?.discount;
      return found ? { name: found.code, problem: found.isActive ? null : "It’s off already." } : null;
    },
    title: "Switch off these codes?",
    back: { label: "Discounts", href: PATHS.discounts },
    lead: "We’ll switch these off",
    button: (count) => `Switch off ${formatFigureOf(count, "code", "codes")}`,
    says: ["Nobody can use them until you switch them on again. Orders already paid keep their discount."],
    run: (id, _, { staff, now }) => switchDiscount(id, false, staff.staffId, now),
    one: "code",
    many: "codes",
    done: "off",
    refused: () => "It no longer exists.",
  }),
};
