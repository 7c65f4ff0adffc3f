import { idOf } from "../objects/refund";
import { decide, escalate, raiseDispute, warnOfFraud } from "../payments/disputes";
import { payOutNow } from "../payments/payouts";
import { API_FAULTS, type Switches, WEBHOOK_FAULTS } from "../switches";
import type { Work } from "../work";

/** Performs the buttons of the control page. */
export function takeControl(
  form: URLSearchParams,
  parts: {
    beginWork(): Work;
    changeSwitches(change: Partial<Switches>): void;
    resend(eventId: string): boolean;
  },
): { goTo: string } {
  const intent = form.get("intent");
  if (intent === "resend") parts.resend(form.get("event") ?? "");
  if (intent === "switches") parts.changeSwitches(readSwitches(form));
  if (intent === "payout") {
    const work = parts.beginWork();
    work.store.transaction(() => payOutNow(work));
  }
  if (intent === "dispute" || intent === "warn") objectTo(parts.beginWork(), form.get("payment") ?? "", intent);
  if (intent === "escalate") {
    const work = parts.beginWork();
    const inquiry = work.store.find("dispute", form.get("dispute") ?? "")?.body;
    if (inquiry?.status.startsWith("warning_")) work.store.transaction(() => escalate(work, inquiry));
  }
  if (intent === "won" || intent === "lost" || intent === "warning_closed") {
    const work = parts.beginWork();
    const dispute = work.store.find("dispute", form.get("dispute") ?? "")?.body;
    if (dispute) work.store.transaction(() => decide(work, dispute, intent));
  }
  return { goTo: "/control" };
}

function objectTo(work: Work, intentId: string, how: "dispute" | "warn"): void {
  const payment = work.store.find("payment_intent", intentId)?.body;
  const charge = work.store.find("charge", idOf(payment?.latest_charge ?? null) ?? "")?.body;
  if (!charge?.paid) return;
  work.store.transaction(() => {
    if (how === "warn") warnOfFraud(work, charge);
    else raiseDispute(work, charge, "fraudulent", false);
  });
}

function readSwitches(form: URLSearchParams): Switches {
  const number = (name: string, most: number) => wholeNumber(form, name, most);
  const isOn = (name: string) => form.get(name) === "yes";
  const kind = API_FAULTS.find((word) => word === form.get("fault"));
  const calls = number("calls", 100);
  return {
    dropWebhooks: isOn("drop"),
    dropFirst: number("dropFirst", 1_000),
    extraCopies: number("copies", 1_000),
    twins: number("twins", 20),
    delaySeconds: number("delay", 3_600),
    shuffle: isOn("shuffle"),
    atOnce: Math.max(1, number("atOnce", 200)),
    spoil: WEBHOOK_FAULTS.find((word) => word === form.get("spoil")) ?? null,
    rolling: isOn("rolling"),
    refusesRefunds: isOn("refuses-refunds"),
    settleSeconds: number("settle", 3_600),
    fault: kind && calls > 0 ? { kind, calls } : null,
  };
}

function wholeNumber(form: URLSearchParams, name: string, most: number): number {
  const written = form.get(name) ?? "";
  return /^\d{1,6}$/.test(written) ? Math.min(Number(written), most) : 0;
}
