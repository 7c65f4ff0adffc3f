import { formatBookDay } from "~/domain/diary/loops/book-days";
import { DAYS_A_WEEK, type DeliveryWindow, startDayFor } from "~/domain/diary/rules/calendar";
import { addDays } from "~/domain/kernel/time/days";
import { formatDay } from "~/domain/kernel/time/format-days";
import { Banner } from "~/ui/banner";
import { DateField } from "~/ui/field";
import { type DateChoice, OWN } from "./end-date-offers";

interface EndDateCardsProps {
  readonly choices: readonly DateChoice[];
  readonly chosen: string;
  readonly window: DeliveryWindow;
  readonly typedDay: string | undefined;
  readonly error: string | undefined;
}

/** Each choice as a card that says when the year starts and the book arrives. A date of one's own opens in its card. */
export function EndDateCards({ choices, chosen, window, typedDay, error }: EndDateCardsProps) {
  return (
    <fieldset className="choices date-cards">
      <legend className="visually-hidden">Delivery date</legend>
      {choices.map((choice) => (
        <div className="radio-card date-card" key={choice.value}>
          <input
            type="radio"
            id={`choice-${choice.value}`}
            name="choice"
            value={choice.value}
            defaultChecked={choice.value === chosen}
            aria-describedby={`about-${choice.value}`}
          />
          <div className="date-card-words">
            <label htmlFor={`choice-${choice.value}`}>{choice.label}</label>
            <p className="hint" id={`about-${choice.value}`}>
              {choice.value === OWN ? "A birthday, an anniversary, a last day of term." : describe(choice)}
            </p>
            {choice.value === OWN && (
              <div className="end-date-own">
                <DateField
                  label="Your book arrives by"
                  name="deliveryDay"
                  hint={`From ${formatDay(window.earliest)} to ${formatDay(window.latest)}.${formatCatchUp(window)}`}
                  min={window.earliest}
                  max={window.latest}
                  defaultValue={typedDay}
                  error={error}
                />
              </div>
            )}
          </div>
        </div>
      ))}
    </fieldset>
  );
}

function describe({ length, day, note }: DateChoice): string {
  const book = day === null ? "" : `book ${formatBookDay(day)}`;
  const when = length === null ? `B${book.slice(1)}.` : `${length}: ${book}.`;
  return note === null ? when : `${when} ${note}`;
}

function formatCatchUp({ earliest, recommended }: DeliveryWindow): string {
  if (earliest === recommended) return "";
  return ` With a date up to ${formatDay(addDays(recommended, -DAYS_A_WEEK))}, you’ll have a week or two to catch up on.`;
}

/** A date that leaves weeks to catch up on. */
export function CatchUpWarning({ warning }: { readonly warning: { weeks: number; deliveryDay: string } }) {
  return (
    <Banner tone="warn">
      This date means{" "}
      <b>
        {warning.weeks} catch-up {warning.weeks === 1 ? "week" : "weeks"}
      </b>
      , because your year starts on {formatDay(startDayFor(warning.deliveryDay))}. You can write{" "}
      {warning.weeks === 1 ? "it" : "them"} whenever you like. If that’s fine, press Confirm again.
    </Banner>
  );
}
