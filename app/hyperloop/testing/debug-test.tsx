import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { testPaymentForm } from "~/domain/checks/forms";
import { recentResults } from "~/domain/checks/results.server";
import { isPaymentLive, tryPayment } from "~/domain/checks/testers.server";
import { recentHealth } from "~/domain/health/system-health.server";
import { StaffFrame } from "~/hyperloop/frame";
import { Banner } from "~/ui/banner";
import { HealthFacts } from "~/ui/health-facts";
import { goOn, PRIVATE, sayAgain } from "~/web/answers.server";
import { readClock } from "~/web/clock.server";
import { readForm } from "~/web/read-form";
import type { ScreenHandle } from "~/web/screen";
import { requireStaff } from "~/web/staff-door.server";
import { formOf } from "~/web/submission.server";
import { ResultsTable } from "./results-table";
import { PaymentForm } from "./tool-forms";

export const handle: ScreenHandle = {
  title: "Payment backend test",
  noindex: true,
  gate: { staffTool: true },
};

export async function loader({ request }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, "checks.run");
  const health = (await recentHealth(readClock())).filter(({ part }) => part === "payment" || part === "api");
  const results = recentResults().filter(({ suite }) => suite === "payment tester");
  return data({ staff, health, results, isLive: isPaymentLive() }, { headers: PRIVATE });
}

export async function action({ request }: ActionFunctionArgs) {
  const { staffId } = await requireStaff(request, "checks.run");
  const submission = readForm(formOf(request), testPaymentForm);
  if (submission.status !== "success") return sayAgain("payment", submission.reply());
  const tried = await tryPayment(submission.value.amount, staffId, readClock());
  const isGood = tried.ok && tried.found.isPassed;
  const trouble = tried.ok ? tried.found.message : "Payments are live here.";
  const message = isGood ? "The payment was opened, read and closed." : trouble;
  return await goOn("/debug-test", { flash: { tone: isGood ? "ok" : "bad", message } });
}

export default function DebugTest() {
  const { staff, health, results, isLive } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const back = { label: "Testing tools", href: "/hyperloop/testing" };
  return (
    <StaffFrame staff={staff} title="Payment backend test" back={back}>
      <section className="staff-panel">
        <h2>What answers</h2>
        <HealthFacts health={health} full />
      </section>
      {isLive ? (
        <Banner tone="warn">Payments are live here; nothing is tried with real money.</Banner>
      ) : (
        <PaymentForm reply={answer?.reply} usual="69.99" />
      )}
      <ResultsTable results={results} />
    </StaffFrame>
  );
}
