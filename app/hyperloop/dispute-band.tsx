import type { ReactNode } from "react";
import { formatPence } from "~/domain/kernel/money/pounds";
import { londonDay } from "~/domain/kernel/time/days";
import { DAY_MS } from "~/domain/kernel/time/durations";
import { formatDayAndMonth, formatMoment } from "~/domain/kernel/time/format-days";
import { londonTime } from "~/domain/kernel/time/instants";
import { disputeReason } from "~/domain/shop/orders/dispute-reasons";
import type { DisputeShown } from "~/domain/shop/orders/dispute-records.server";
import { classes } from "~/ui/classes";
import { useStaff } from "./frame";
import { PATHS } from "./paths";

/** A dispute as its band words it, as of a moment. */
export function formatDispute(dispute: DisputeShown, now: Date) {
  const { dueAt, openedAt, answeredAt, answeredBy, evidenceLeavesAt, amountPence, feePence, reason, ...about } =
    dispute;
  const days = dueAt && Math.floor((dueAt.getTime() - now.getTime()) / DAY_MS);
  return {
    ...about,
    sum: formatPence(amountPence),
    fee: feePence ? formatPence(feePence) : null,
    reason: disputeReason(reason),
    opened: formatMoment(openedAt),
    answered: answeredAt && `${formatMoment(answeredAt)}${answeredBy ? ` by ${answeredBy}` : ""}`,
    leaves: evidenceLeavesAt && londonTime(evidenceLeavesAt),
    due: dueAt && `${formatDayAndMonth(londonDay(dueAt))}, ${londonTime(dueAt)}`,
    left: days === null ? null : days < 0 ? "Too late" : days === 0 ? "Today" : days === 1 ? "1 day" : `${days} days`,
  };
}

export type DisputeWords = ReturnType<typeof formatDispute>;

interface DisputeBandProps {
  readonly dispute: DisputeWords;
  /** On the page of something else: leads to the order for those who may open it. */
  readonly order?: { readonly id: string; readonly number: string } | null;
}

/** What a bank says of a payment: red while it decides, green when we won, ink when we lost. */
export function DisputeBand({ dispute, order }: DisputeBandProps) {
  const { stage, sum, fee, due, left, owner, answered, leaves } = dispute;
  const { staffId } = useStaff();
  if (stage === "won") {
    return <Settled tone="won">Won: {sum} is back.</Settled>;
  }
  if (stage === "lost") {
    return (
      <Settled tone="lost">
        Lost. {fee ? `${sum} and ${fee} are gone` : `${sum} is gone`}, and anything not used is cancelled.
      </Settled>
    );
  }
  return (
    <section className={classes("dispute-band", answered && "dispute-answered")} aria-label="Dispute">
      <div>
        <h2>
          {answered
            ? `Waiting for the bank: ${sum}`
            : `The bank ${stage === "inquiry" ? "asks about" : "disputes"} ${sum}`}
        </h2>
        <Story dispute={dispute} />
        {order && (
          <p>
            <a href={`${PATHS.orders}/${order.id}`}>Open {order.number}</a>
          </p>
        )}
      </div>
      <dl>
        <div>
          <dt>{answered ? "Evidence sent" : leaves ? "Evidence will be sent" : "Evidence due"}</dt>
          <dd>{answered ?? leaves ?? due ?? "Not known"}</dd>
        </div>
        {left && !answered && !leaves && (
          <div>
            <dt>Left</dt>
            <dd>{left}</dd>
          </div>
        )}
        <div>
          <dt>Owner</dt>
          <dd>{owner === null ? "Nobody" : owner.id === staffId ? "You" : owner.name}</dd>
        </div>
      </dl>
    </section>
  );
}

function Story({ dispute: { stage, firstName, reason, fee, opened } }: { readonly dispute: DisputeWords }) {
  const whose = firstName === "" ? "The buyer’s" : `${firstName}’s`;
  if (stage === "inquiry") {
    return (
      <p>
        {whose} bank says “{reason}”. It hasn’t taken any money. A refund now can still stop it becoming a dispute.
      </p>
    );
  }
  return (
    <p>
      {whose} bank says “{reason}”. It took the money{fee && ` and a ${fee} fee`} on {opened}. <b>Refunds are off</b>{" "}
      until it’s settled, or {firstName || "the buyer"} would be paid twice.
    </p>
  );
}

function Settled({ tone, children }: { readonly tone: "won" | "lost"; readonly children: ReactNode }) {
  return <p className={`dispute-settled dispute-${tone}`}>{children}</p>;
}
