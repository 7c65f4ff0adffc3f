import type { useForm } from "@conform-to/react";
import { formatPence } from "~/domain/kernel/money/pounds";
import { formatNumber } from "~/domain/kernel/text/numbers";
import { formatLondonDay, formatMoment } from "~/domain/kernel/time/format-days";
import type { ReasonGiven } from "~/domain/people/staff/forms";
import { isPermitted } from "~/domain/people/staff/permissions";
import type { Batch, BatchCounts } from "~/domain/shop/vouchers/batch-records.server";
import { useStaff } from "~/hyperloop/frame";
import { PATHS } from "~/hyperloop/paths";
import { ReasonField } from "~/hyperloop/staff-form";
import { Button, LinkButton } from "~/ui/button";
import { HatchedBars } from "~/ui/hatched-bars";
import { PostForm } from "~/ui/post-form";
import { mayChangeBatch } from "./batch-rights";

/** Seconds between refreshes while vouchers are being made. */
export const REFRESH_SECONDS = 3;

/** How far the making is. */
export function Making({ batch: { id, made, count } }: { readonly batch: Batch }) {
  return (
    <section className="staff-panel" role="status">
      <h2>
        {formatNumber(made)} of {formatNumber(count)} made
      </h2>
      <progress className="making" value={made} max={count}>
        {made} of {count}
      </progress>
      <p>
        You can leave this page. It checks every {REFRESH_SECONDS} seconds.{" "}
        <a href={`${PATHS.batches}/${id}`}>Check now</a>
      </p>
    </section>
  );
}

interface WhereNowProps {
  readonly counts: BatchCounts;
  /** What one loop costs. */
  readonly costPence: number;
  readonly countedAt: string;
}

/** Where the vouchers are now. */
export function WhereNow({ counts, costPence, countedAt }: WhereNowProps) {
  const { made, sent, opened, redeemed, redeemedThisWeek, open, expired, cancelled } = counts;
  const bar = (name: string, value: number, note = "") => ({ name, value, shown: formatNumber(value), note });
  const ends = saysEnd(counts);
  return (
    <section className="staff-panel where-now">
      <h2>Where they are now</h2>
      <p className="muted">Counted on {countedAt}.</p>
      <HatchedBars
        title="Where they are now"
        axis="Where"
        measure="Vouchers"
        bars={[
          bar("Made", made),
          bar("Sent by email", sent),
          bar("Opened", opened, "code typed"),
          bar("Not redeemed", open, `${formatPence(open * costPence)} still to give`),
          bar("Expired", expired, ends),
          bar("Cancelled", cancelled),
          bar("Redeemed", redeemed, redeemedThisWeek > 0 ? `${formatNumber(redeemedThisWeek)} this week` : ""),
        ]}
      />
    </section>
  );
}

function saysEnd({ firstEnd, lastEnd }: BatchCounts): string {
  if (!firstEnd || !lastEnd) return "";
  const [first, last] = [formatLondonDay(firstEnd), formatLondonDay(lastEnd)];
  return first === last ? `all end ${last}` : `they end ${first} to ${last}`;
}

interface CodeExportPanelProps {
  readonly batch: Batch;
  /** For a second person who decides about opening it again. */
  readonly reason: ReturnType<typeof useForm<ReasonGiven>> | null;
}

/** The codes of this order alone, opened once; after that a second person decides. */
export function CodeExportPanel({ batch, reason }: CodeExportPanelProps) {
  const { role } = useStaff();
  const { id, seal, made, cancelled } = batch;
  const mayOpen = isPermitted(role, "vouchers.open_seal");
  return (
    <section className="staff-panel stack">
      <h2>Export of the codes</h2>
      {seal.openedAt ? (
        <p>
          <b>Opened once</b>, {formatMoment(seal.openedAt)}, by {seal.openedBy ?? "a former colleague"}: {seal.reason}.
          Opening it again needs a second person.
        </p>
      ) : (
        <p>
          A file with this order’s codes, up to {formatNumber(made - cancelled)}. It opens once, and staff activity
          records it.
        </p>
      )}
      {seal.askedAt && (
        <p>
          {seal.askedBy ?? "A former colleague"} asks to open it again: {seal.askedReason}
        </p>
      )}
      {mayOpen && !seal.askedAt && (
        <div className="row">
          <LinkButton href={`${PATHS.batches}/${id}/export`} size="staff" variant="line">
            {seal.openedAt ? "Ask to open it" : "Open the codes"}
          </LinkButton>
        </div>
      )}
      {reason && <CodeExportDecision reason={reason} />}
    </section>
  );
}

function CodeExportDecision({ reason: [, fields] }: { readonly reason: ReturnType<typeof useForm<ReasonGiven>> }) {
  return (
    <>
      <PostForm className="form-stack">
        <Button size="staff" name="intent" value="allow_seal">
          Allow opening it again
        </Button>
      </PostForm>
      <PostForm className="form-stack" id="decline">
        <ReasonField of={fields.reason} />
        <Button size="staff" variant="danger" name="intent" value="refuse_seal">
          Don’t allow it
        </Button>
      </PostForm>
    </>
  );
}

interface UnusedPanelProps {
  readonly batch: { readonly id: string; readonly madeByStaffId: string };
  readonly counts: BatchCounts;
}

/** What can be done to all that nobody has redeemed. */
export function UnusedPanel({ batch, counts }: UnusedPanelProps) {
  const staff = useStaff();
  const isTheirs = mayChangeBatch(staff, batch);
  const { open, expired, made, redeemed } = counts;
  const path = `${PATHS.batches}/${batch.id}`;
  const mayExtend = isTheirs && open + expired > 0;
  const mayCancel = isTheirs && open > 0;
  if (open + expired === 0) {
    return (
      <section className="staff-panel">
        <h2>Not redeemed</h2>
        <p>{redeemed === made ? `All ${formatNumber(made)} are redeemed.` : "None can be redeemed any more."}</p>
      </section>
    );
  }
  return (
    <section className="staff-panel stack">
      <h2>The {formatNumber(open + expired)} not redeemed</h2>
      <p>Vouchers that have been redeemed stay as they are. We don’t email anybody.</p>
      {(mayExtend || mayCancel) && (
        <p className="row">
          {mayExtend && (
            <LinkButton href={`${path}/extend`} size="staff" variant="line">
              Extend {formatNumber(open + expired)}
            </LinkButton>
          )}
          {mayCancel && (
            <LinkButton href={`${path}/cancel`} size="staff" variant="danger">
              Cancel {formatNumber(open)}
            </LinkButton>
          )}
        </p>
      )}
    </section>
  );
}
