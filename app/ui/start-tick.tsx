import { CANCELLATION_DAYS } from "~/domain/kernel/time/agreed-days";
import { formatDay } from "~/domain/kernel/time/format-days";
import { IN_SHORT } from "~/domain/shop/order-rules/cancellation";
import { Checkbox, type CheckboxProps } from "./checkbox";

interface StartTickProps extends Pick<CheckboxProps, "name" | "id" | "defaultChecked" | "error" | "errors"> {
  /** When the year starts without the tick. */
  readonly laterStart: string;
  /** Whether the form starts the year now, and is refused without the tick. */
  readonly isNeeded?: boolean;
}

/** The wish to start within the days to cancel; it can be left out. */
export function StartTick({ laterStart, isNeeded = false, ...box }: StartTickProps) {
  return (
    <Checkbox
      {...box}
      label={IN_SHORT.wish}
      hint={
        isNeeded
          ? `Without your tick, your year can’t start before ${formatDay(laterStart)}, when those ${CANCELLATION_DAYS} days are over.`
          : `Leave this unticked and your year starts on ${formatDay(laterStart)}, once those ${CANCELLATION_DAYS} days are over.`
      }
    />
  );
}
