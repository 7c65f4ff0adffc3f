import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { listLoopTypes, listThemes } from "~/domain/catalogue/catalogue";
import { testOrderForm } from "~/domain/checks/forms";
import { recentResults } from "~/domain/checks/results.server";
import { isPaymentLive, PAYMENT_BACKEND, tryOrder } from "~/domain/checks/testers.server";
import { recentHealth } from "~/domain/health/system-health.server";
import { StaffFrame } from "~/hyperloop/frame";
import { Banner } from "~/ui/banner";
import { HealthChecks } from "~/ui/health-checks";
import { PRIVATE, seeOther, unprocessable } from "~/web/answers.server";
import { currentTime } from "~/web/clock.server";
import { readForm } from "~/web/read-form";
import type { ScreenHandle } from "~/web/screen";
import { requireStaff } from "~/web/staff-auth.server";
import { formOf } from "~/web/submission.server";
import { OrderForm } from "./order-form";
import { ResultsTable } from "./results-table";

export const handle: ScreenHandle = {
  title: "Payment backend test",
  noindex: true,
  guard: { staffTool: true },
};

export async function loader({ request }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, "checks.run");
  const health = (await recentHealth(currentTime())).filter(
    ({ part }) => part === "payment" || part === "api",
  );
  const loops = listThemes().flatMap((theme) =>
    listLoopTypes({ themeId: theme.id, journey: "purchase" }).map((type) => ({
      value: `${theme.id}/${type.key}`,
      label: `${theme.name}: ${type.displayName}`,
    })),
  );
  const results = recentResults(PAYMENT_BACKEND);
  return data({ staff, health, loops, results, isLive: isPaymentLive() }, { headers: PRIVATE });
}

export async function action({ request }: ActionFunctionArgs) {
  const { staffId } = await requireStaff(request, "checks.run");
  const submission = readForm(formOf(request), testOrderForm);
  if (submission.status !== "success") return unprocessable("payment", submission.reply());
  const tried = await tryOrder(submission.value, staffId, currentTime());
  const isGood = tried.ok && tried.found.isPassed;
  const trouble = tried.ok ? tried.found.message : "Payments are live here.";
  const message = isGood ? "The order was placed and its payment opened, read and closed." : trouble;
  return await seeOther("/debug-test", { flash: { tone: isGood ? "ok" : "bad", message } });
}

export default function DebugTest() {
  const { staff, health, loops, results, isLive } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const back = { label: "Testing tools", href: "/hyperloop/testing" };
  return (
    <StaffFrame staff={staff} title="Payment backend test" back={back}>
      <section className="staff-panel">
        <h2>What answers</h2>
        <HealthChecks health={health} full />
      </section>
      {isLive ? (
        <Banner tone="warn">Payments are live here; nothing is tried with real money.</Banner>
      ) : (
        <OrderForm reply={answer?.reply} loops={loops} />
      )}
      <ResultsTable results={results} />
    </StaffFrame>
  );
}
