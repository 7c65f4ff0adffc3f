import { addNote, noteOwners } from "~/domain/backoffice/staff/notes.server";
import { formatPence } from "~/domain/kernel/money/pounds";
import { formatFigureOf } from "~/domain/kernel/text/numbers";
import { acceptDispute, disputeToAnswer } from "~/domain/operations/disputes/answers.server";
import { noteForm, reasonForm } from "~/domain/people/staff/forms";
import { correctAddress, orderData } from "~/domain/shop/orders/admin-orders.server";
import { addressCorrectionForm } from "~/domain/shop/orders/forms";
import { orderById } from "~/domain/shop/orders/orders.server";
import { choice, date, lines, reason } from "~/hyperloop/act-fields";
import { act, actOnSelected, type StaffAct } from "~/hyperloop/declared-acts.server";
import { NOTE_REFUSALS } from "~/hyperloop/notes-panel";
import { PATHS } from "~/hyperloop/paths";
import type { StaffRequest } from "~/hyperloop/staff-route.server";
import { notFound } from "~/web/responses.server";
import { ANSWER_REFUSALS } from "./dispute-labels";
import { orderFacts } from "./order-facts.server";

const order = ({ param }: StaffRequest) => ({ label: "Back to the order", href: `${PATHS.orders}/${param("order")}` });

/** What staff do with an order, and with the selected ones. */
export const ORDER_ACTS: Readonly<Record<string, StaffAct>> = {
  "/hyperloop/orders/:order/address": act("orders.correct_address", {
    tab: "Correct an address",
    back: order,
    schema: addressCorrectionForm,
    ask: ({ param }) => {
      const { order, address } = orderData(param("order")) ?? notFound();
      return {
        title: "Correct address",
        lead: order.number,
        button: "Correct address",
        beside: orderFacts(order.id),
        defaults: address ?? {},
        fields: [{ kind: "grid", fields: [{ kind: "address" }] }, reason()],
      };
    },
    run: ({ reason, ...address }, { param, staff, now }) => ({
      result: correctAddress(param("order"), address, { staffId: staff.staffId, reason }, now),
      done: "Address corrected.",
      refused: () => ({
        tone: "bad",
        message: "The printer has started.",
        more: "Correct the address on the parcel’s page instead.",
      }),
    }),
  }),

  "/hyperloop/orders/:order/disputes/:dispute/accept": act("disputes.accept", {
    tab: "Accept a dispute",
    back: order,
    schema: reasonForm,
    ask: ({ param, now }) => {
      const orderId = param("order");
      const { dispute } = disputeToAnswer(orderId, param("dispute"), now) ?? notFound();
      const sum = formatPence(dispute.amountPence);
      return {
        title: "Accept this dispute?",
        lead: sum,
        button: "Accept the dispute",
        variant: "danger",
        beside: orderFacts(orderId),
        says: [
          `The buyer keeps ${sum}, and the bank’s fee isn’t returned. We’ll cancel whatever they haven’t used. This can’t be undone.`,
        ],
      };
    },
    run: async ({ reason }, { param, staff, now }) => {
      const about = { orderId: param("order"), disputeId: param("dispute") };
      return {
        result: await acceptDispute(about, { staffId: staff.staffId, reason }, now),
        done: "The dispute is accepted. The buyer keeps the money.",
        refused: (refusal: keyof typeof ANSWER_REFUSALS) => ANSWER_REFUSALS[refusal],
      };
    },
  }),

  "/hyperloop/orders/ticked/note": actOnSelected("orders.note", {
    tab: "Add a note to these orders",
    schema: noteForm,
    find: (id) => {
      const order = orderById(id);
      if (!order) return null;
      const buyer = `${order.firstName} ${order.lastName}`.trim() || order.email;
      const problem = order.accountId === null ? `${NOTE_REFUSALS.no_account}.` : null;
      return { name: [order.number, buyer].filter(Boolean).join(", "), problem };
    },
    title: "Add a note to these orders",
    back: { label: "Orders", href: PATHS.orders },
    lead: "The same note goes on each of these",
    button: (count) => `Add the note to ${formatFigureOf(count, "order", "orders")}`,
    fields: () => [
      lines("note", "Note", { rows: 3, hint: "Colleagues can read it. Never put card numbers here" }),
      choice("owner", "Owner", {
        options: noteOwners().map(({ id, name }) => ({ value: id, label: name })),
        placeholder: "Nobody",
        optional: true,
      }),
      date("dueDay", "Follow up on", { hint: "They come back to the owner’s inbox on that day", optional: true }),
    ],
    run: (orderId, given, { staff, now }) => addNote({ orderId }, given, staff.staffId, now),
    one: "note",
    many: "notes",
    done: "saved",
    refused: (refusal: keyof typeof NOTE_REFUSALS | "not_found") =>
      refusal === "not_found" ? "It no longer exists." : `${NOTE_REFUSALS[refusal]}.`,
  }),
};
