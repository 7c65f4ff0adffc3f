import { DAYS_A_WEEK, type DeliveryWindow, MAKING_WEEKS, startDayFor, WEEKS } from "~/domain/loops/calendar";
import { addDays } from "~/domain/time/days";
import { formatDay } from "~/domain/time/format-days";
import { Banner } from "~/ui/banner";
import { DateField } from "~/ui/field";
import { type DateChoice, describeStart, OWN } from "./end-date-offers";

interface EndDateCardsProps {
  readonly choices: readonly DateChoice[];
  readonly chosen: string;
  readonly window: DeliveryWindow;
  readonly today: string;
  readonly typedDay: string | undefined;
  readonly error: string | undefined;
}

/** Each choice as a card that says when the year starts and the book arrives. A date of one's own opens in its card. */
export function EndDateCards({ choices, chosen, window, today, typedDay, error }: EndDateCardsProps) {
  return (
    <fieldset className="stack choices">
      <legend className="label">Delivery date</legend>
      {choices.map(({ value, label, day }) => (
        <div className="radio-card date-card" key={value}>
          <input
            type="radio"
            id={`choice-${value}`}
            name="choice"
            value={value}
            defaultChecked={value === chosen}
            aria-describedby={`about-${value}`}
          />
          <div className="date-card-words">
            <label htmlFor={`choice-${value}`}>{label}</label>
            {value === OWN || day === null ? (
              <>
                <p className="hint" id={`about-${value}`}>
                  A birthday, an anniversary, a last day of term. Your year starts {WEEKS + MAKING_WEEKS}{" "}
                  weeks before.
                </p>
                <div className="end-date-own">
                  <DateField
                    label="Your book arrives by"
                    name="deliveryDay"
                    hint={`From ${formatDay(window.earliest)} to ${formatDay(window.latest)}.${sayCatchUp(window)}`}
                    min={window.earliest}
                    max={window.latest}
                    defaultValue={typedDay}
                    error={error}
                  />
                </div>
              </>
            ) : (
              <Facts id={`about-${value}`} day={day} today={today} />
            )}
          </div>
        </div>
      ))}
    </fieldset>
  );
}

function sayCatchUp({ earliest, recommended }: DeliveryWindow): string {
  if (earliest === recommended) return "";
  return ` Up to ${formatDay(addDays(recommended, -DAYS_A_WEEK))}, you’ll have a week or two to catch up on.`;
}

function Facts({ id, day, today }: { readonly id: string; readonly day: string; readonly today: string }) {
  const start = describeStart(day, today);
  return (
    <dl className="date-facts" id={id}>
      <div>
        <dt>Year starts</dt>
        <dd>
          {start.day}
          {start.note && (
            <>
              , <span>{start.note}</span>
            </>
          )}
        </dd>
      </div>
      <div>
        <dt>Book arrives</dt>
        <dd>{formatDay(day)}</dd>
      </div>
    </dl>
  );
}

/** A date that leaves weeks to catch up on. */
export function CatchUpWarning({ warning }: { readonly warning: { weeks: number; deliveryDay: string } }) {
  return (
    <Banner tone="warn">
      Starting from this date means{" "}
      <b>
        {warning.weeks} catch-up {warning.weeks === 1 ? "week" : "weeks"}
      </b>
      : your year starts on {formatDay(startDayFor(warning.deliveryDay))}. You can fill{" "}
      {warning.weeks === 1 ? "it" : "them"} in any time. Press Confirm again if that’s fine.
    </Banner>
  );
}
