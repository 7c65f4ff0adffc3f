import type { LoopStatus } from "~/domain/diary/loops/completion";
import { capitalise } from "~/domain/kernel/text/numbers";
import { londonDay } from "~/domain/kernel/time/days";
import { formatDay } from "~/domain/kernel/time/format-days";

/** The four steps from a written year to a book at its owner's door. */

export interface ProgressStep {
  readonly title: string;
  readonly text: string;
  readonly state: "done" | "now" | "next";
}

interface ProgressData {
  readonly status: LoopStatus;
  /** The day of the newest week, as people read it. */
  readonly writtenOn: string;
  readonly completedAt: Date | null;
  readonly printingAt: Date | null;
  readonly shippedAt: Date | null;
  readonly deliveredAt: Date | null;
  readonly carrier: string | null;
  /** "by 9 December 2027"; null where no day was promised. */
  readonly arrives: string | null;
}

const ORDER: readonly LoopStatus[] = ["ACTIVE", "COMPLETED", "PRINTING", "SHIPPED", "DELIVERED"];

export function progressStepsOf(data: ProgressData): ProgressStep[] {
  const { status, carrier, arrives } = data;
  const reached = ORDER.indexOf(status);
  const dayOf = (instant: Date | null) => (instant ? formatDay(londonDay(instant)) : "");

  // A step is done once the loop has passed it; the first one that is not is under way.
  const at = (done: number) =>
    (reached >= done ? "done" : reached === done - 1 ? "now" : "next") as ProgressStep["state"];
  return [
    { title: "Written", text: data.writtenOn, state: "done" },
    {
      title: "Checked by you",
      text: reached >= 1 ? dayOf(data.completedAt) : "Next: look through the proof",
      state: at(1),
    },
    {
      title: "Printed and bound",
      text:
        reached >= 3
          ? `Posted ${dayOf(data.shippedAt)}${carrier ? ` with ${carrier}` : ""}`
          : reached === 2
            ? `Started ${dayOf(data.printingAt)}`
            : reached === 1
              ? "We’re checking the print files"
              : "Once you’ve sent it",
      state: reached === 1 ? "now" : at(3),
    },
    {
      title: "At your door",
      text: reached >= 4 ? dayOf(data.deliveredAt) : arrives ? capitalise(arrives) : "",
      state: at(4),
    },
  ];
}
