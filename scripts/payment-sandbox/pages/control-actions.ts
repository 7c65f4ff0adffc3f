import { idOf } from "../objects/refund";
import { decide, escalate, raiseDispute, warnOfFraud } from "../payments/disputes";
import { payOutNow } from "../payments/payouts";
import { API_FAULTS, NO_FAILURE, type Switches, WEBHOOK_FAULTS } from "../switches";
import type { Work } from "../work";
import { NUMBERS, TICKS } from "./control-page";

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
  const kind = API_FAULTS.find((word) => word === form.get("fault"));
  const calls = wholeNumber(form, "calls", 100);
  const switches: Switches = {
    ...NO_FAILURE,
    spoil: WEBHOOK_FAULTS.find((word) => word === form.get("spoil")) ?? null,
    fault: kind && calls > 0 ? { kind, calls } : null,
  };
  for (const name of Object.keys(TICKS) as (keyof typeof TICKS)[]) switches[name] = form.get(name) === "yes";
  for (const [name, [, most]] of Object.entries(NUMBERS)) {
    switches[name as keyof typeof NUMBERS] = wholeNumber(form, name, most);
  }
  return { ...switches, atOnce: Math.max(1, switches.atOnce) };
}

function wholeNumber(form: URLSearchParams, name: string, most: number): number {
  const written = form.get(name) ?? "";
  return /^\d{1,6}$/.test(written) ? Math.min(Number(written), most) : 0;
}
