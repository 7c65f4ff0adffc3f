import { formatPence } from "~/domain/kernel/money/pounds";
import { formatMoment } from "~/domain/kernel/time/format-days";
import { londonTime } from "~/domain/kernel/time/instants";
import type { printOrderOf } from "~/domain/operations/printing/print-orders.server";
import { PATHS } from "~/hyperloop/paths";
import { Button } from "~/ui/button";
import { TextField } from "~/ui/field";
import { PostForm } from "~/ui/post-form";
import { whyFieldOf } from "./printing-labels";

type Order = NonNullable<ReturnType<typeof printOrderOf>["order"]>;

interface PrinterPanelProps {
  readonly shipmentId: string;
  readonly order: Order | null;
  readonly quote: { readonly pence: number; readonly at: Date } | null;
  /** Whether the shipment could go to the printer now. */
  readonly isReady: boolean;
  /** Weeks that wait for a moderator: to order it then, somebody says why. */
  readonly unreviewed: number;
  readonly canChange: boolean;
  /** Whether the band above takes the whole step back. */
  readonly hasUndoBand: boolean;
}

/** A shipment at a printer that takes orders by its API. */
export function PrinterPanel({ order, quote, ...panel }: PrinterPanelProps) {
  const isOpen = order !== null && !order.isClosed;
  return (
    <section className="staff-panel">
      <h2>Printer</h2>
      {isOpen ? (
        <p role="status">{formatOrder(order)}</p>
      ) : (
        <p>{order ? "It’s printed by hand." : "It hasn’t been ordered."}</p>
      )}
      {quote && (
        <p>
          {formatPence(quote.pence)} with delivery, asked {formatMoment(quote.at)}
        </p>
      )}
      {panel.canChange && (
        <PostForm action={`${PATHS.printQueue}/${panel.shipmentId}/printer`} className="form-stack">
          {panel.isReady && panel.unreviewed > 0 && order === null && (
            <WhyUnreviewed shipmentId={panel.shipmentId} label="Why order it anyway?" />
          )}
          <div className="row">
            {actionsOf({ ...panel, order: isOpen ? order : null, isFirst: order === null }).map(([intent, words]) => (
              <Button
                key={intent}
                size="staff"
                variant={intent === "order" ? undefined : "line"}
                name="intent"
                value={intent}
              >
                {words}
              </Button>
            ))}
          </div>
        </PostForm>
      )}
    </section>
  );
}

/** Asks why a shipment goes to print although weeks of it are unreviewed. */
export function WhyUnreviewed({ shipmentId, label }: { readonly shipmentId: string; readonly label: string }) {
  const name = whyFieldOf(shipmentId);
  return <TextField label={label} name={name} id={name} hint="We keep this with the parcel" optional />;
}

function formatOrder(order: Order): string {
  const why = order.failure ? ` ${order.failure}` : "";
  const number = order.printerOrderId ? ` as ${order.printerOrderId}` : "";
  switch (order.state) {
    case "waiting":
      return order.leavesAt
        ? `The order goes to the printer at ${londonTime(order.leavesAt)}.`
        : "The order goes to the printer.";
    case "sending":
      return why ? `The printer hasn’t answered, so we’ll try again.${why}` : "We’re sending the order.";
    case "taken":
      return `The printer has it${number}, and hasn’t started.${why}`;
    case "in_production":
      return `It’s being printed${number}.${why}`;
    case "sent":
      return `It has left the printer${number}.`;
    case "cancelled":
      return "The printer cancelled it.";
    case "failed":
      return `The printer can’t print it.${why}`;
    case "stuck":
      return `The printer didn’t answer. It may or may not have the order.${why}`;
  }
}

type Action = readonly [intent: string, words: string];
const ORDER_AGAIN: Action = ["order", "Order it again"];
const BY_HAND: Action = ["by_hand", "Print it by hand"];
const CANCEL: Action = ["cancel", "Cancel it at the printer"];

function actionsOf(
  at: Pick<PrinterPanelProps, "order" | "isReady" | "hasUndoBand"> & { readonly isFirst: boolean },
): Action[] {
  const { order } = at;
  const price: Action[] = at.isReady ? [["quote", "Ask the price"]] : [];
  if (order === null) return at.isReady && at.isFirst ? [...price, ["order", "Order from the printer"]] : price;
  switch (order.state) {
    case "waiting":
      return at.hasUndoBand ? [] : [["undo", "Undo the order"]];
    case "taken":
      return [CANCEL];
    case "cancelled":
      return [ORDER_AGAIN, BY_HAND];
    case "failed":
      return order.mayFollow ? [ORDER_AGAIN, BY_HAND] : [CANCEL];
    case "stuck":
      return [["again", "Send the order again"], BY_HAND];
    default:
      return [];
  }
}
