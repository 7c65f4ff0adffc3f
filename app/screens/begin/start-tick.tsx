import { CANCELLATION_DAYS, IN_SHORT } from "~/domain/orders/cancellation";
import { formatDay } from "~/domain/time/format-days";
import { Checkbox, type CheckboxProps } from "~/ui/checkbox";

interface StartTickProps extends Pick<CheckboxProps, "name" | "id" | "defaultChecked"> {
  /** When the year starts without the tick. */
  readonly laterStart: string;
}

/** The wish to start within the days to cancel; it can be left out. */
export function StartTick({ laterStart, ...box }: StartTickProps) {
  return (
    <Checkbox
      {...box}
      label={IN_SHORT.wish}
      hint={`Leave this unticked and your year starts on ${formatDay(laterStart)}, once those ${CANCELLATION_DAYS} days are over.`}
    />
  );
}
