import { useActionData, useLoaderData } from "@remix-run/react";
import { testOrderForm } from "~/domain/backoffice/checks/forms";
import { recentResults } from "~/domain/backoffice/checks/results.server";
import { isPaymentLive, PAYMENT_BACKEND, tryOrder } from "~/domain/backoffice/checks/testers.server";
import { listLoopTypes, listThemes } from "~/domain/diary/catalogue/catalogue";
import { recentHealth } from "~/domain/system/checks/health.server";
import { StaffFrame } from "~/hyperloop/frame";
import { staffAction, staffLoader } from "~/hyperloop/staff-route.server";
import { Banner } from "~/ui/banner";
import { HealthChecks } from "~/ui/health-checks";
import { readForm } from "~/web/read-form";
import { seeOther, unprocessable } from "~/web/responses.server";
import type { ScreenHandle } from "~/web/screen";
import { OrderForm } from "./order-form";
import { ResultsTable } from "./results-table";

export const handle: ScreenHandle = {
  title: "Payment backend test",
  noindex: true,
  guard: { staffTool: true },
};

export const loader = staffLoader("checks.run", async ({ now }) => {
  const health = (await recentHealth(now)).filter(({ part }) => part === "payment" || part === "api");
  const loops = listThemes().flatMap((theme) =>
    listLoopTypes({ themeId: theme.id, journey: "purchase" }).map((type) => ({
      value: `${theme.id}/${type.key}`,
      label: `${theme.name}: ${type.displayName}`,
    })),
  );
  const results = recentResults(PAYMENT_BACKEND);
  return { health, loops, results, isLive: isPaymentLive() };
});

export const action = staffAction("checks.run", async ({ staff: { staffId }, form, now }) => {
  const submission = readForm(form, testOrderForm);
  if (submission.status !== "success") return unprocessable("payment", submission.reply());
  const tried = await tryOrder(submission.value, staffId, now);
  const isGood = tried.ok && tried.found.isPassed;
  const failure = tried.ok ? tried.found.message : "Payments are live here.";
  const message = isGood ? "The order was placed and its payment opened, read and closed." : failure;
  return await seeOther("/debug-test", { flash: { tone: isGood ? "ok" : "bad", message } });
});

export default function DebugTest() {
  const { health, loops, results, isLive } = useLoaderData<typeof loader>();
  const actionData = useActionData<typeof action>();
  const back = { label: "Testing tools", href: "/hyperloop/testing" };
  return (
    <StaffFrame title="Payment backend test" back={back}>
      <section className="staff-panel">
        <h2>What responds</h2>
        <HealthChecks health={health} full />
      </section>
      {isLive ? (
        <Banner tone="warn">Payments are live here, so we don’t test with real money.</Banner>
      ) : (
        <OrderForm reply={actionData?.reply} loops={loops} />
      )}
      <ResultsTable results={results} />
    </StaffFrame>
  );
}
