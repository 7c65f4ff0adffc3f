import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import { useActionData, useLoaderData } from "@remix-run/react";
import { type TestOrderWanted, testOrderForm } from "~/domain/backoffice/checks/forms";
import { recentResults } from "~/domain/backoffice/checks/results.server";
import { isPaymentLive, PAYMENT_BACKEND, tryOrder } from "~/domain/backoffice/checks/testers.server";
import { recentHealth } from "~/domain/system/checks/health.server";
import { StaffFrame } from "~/hyperloop/frame";
import { loopOptions } from "~/hyperloop/loop-options";
import { staffAction, staffLoader } from "~/hyperloop/staff-route.server";
import { AddressFields } from "~/ui/address-fields";
import { Banner } from "~/ui/banner";
import { Button } from "~/ui/button";
import { fieldOf, problemsOf } from "~/ui/conform-field";
import { ErrorSummary } from "~/ui/error-summary";
import { SelectField, type SelectOption } from "~/ui/field";
import { HealthChecks } from "~/ui/health-checks";
import { NumberField } from "~/ui/known-fields";
import { PostForm } from "~/ui/post-form";
import { readForm } from "~/web/read-form";
import { seeOther, unprocessable } from "~/web/responses.server";
import type { ScreenHandle } from "~/web/screen";
import { ResultsTable } from "./results-table";

export const handle: ScreenHandle = {
  title: "Payment backend test",
  noindex: true,
  guard: { staffTool: true },
};

export const loader = staffLoader("checks.run", async ({ now }) => {
  const health = (await recentHealth(now)).filter(({ part }) => part === "payment" || part === "api");
  const results = recentResults(PAYMENT_BACKEND);
  return { health, loops: loopOptions("purchase"), results, isLive: isPaymentLive() };
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

const JOURNEYS = [
  { value: "purchase", label: "Purchase" },
  { value: "gift", label: "Gift" },
];

/** An order of a test account, whose payment is opened as the shop opens it; nobody is charged. */
function OrderForm({ reply, loops }: { readonly reply?: SubmissionResult; readonly loops: readonly SelectOption[] }) {
  const usual = {
    amount: "69.99",
    journeyType: "purchase",
    loop: loops[0]?.value,
    firstName: "Payment",
    lastName: "Test",
    line1: "1 Test Street",
    city: "London",
    postcode: "SW1A 1AA",
  };
  const [form, fields] = useForm<TestOrderWanted>({ id: "payment", lastResult: reply, defaultValue: usual });
  return (
    <section className="staff-panel">
      <h2>Payment</h2>
      <p className="muted">Places a test account’s order and opens its payment as the shop does. Nobody is charged.</p>
      <ErrorSummary problems={problemsOf(form)} />
      <PostForm {...getFormProps(form)} className="form-stack">
        <div className="form-grid">
          <NumberField of={fields.amount} label="Amount" hint="Compared with the price" />
          <SelectField {...fieldOf(fields.journeyType)} label="Journey" options={JOURNEYS} width="full" />
          <SelectField
            {...fieldOf(fields.loop)}
            className="full-row"
            label="Theme and loop"
            options={loops}
            width="full"
          />
          <AddressFields fields={fields} />
        </div>
        <Button size="staff">Try a payment</Button>
      </PostForm>
    </section>
  );
}
