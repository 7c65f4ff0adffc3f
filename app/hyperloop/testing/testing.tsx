import type { SubmissionResult } from "@conform-to/react";
import { useActionData, useLoaderData } from "@remix-run/react";
import { manyTestUsersForm, testPaymentForm, testVouchersForm } from "~/domain/backoffice/checks/forms";
import { lastRuns, recentResults } from "~/domain/backoffice/checks/results.server";
import { nameOfSuite, runSuite, suiteData } from "~/domain/backoffice/checks/suites.server";
import {
  hasStaffTools,
  isPaymentLive,
  tryPayment,
  tryUsers,
  tryVouchers,
} from "~/domain/backoffice/checks/testers.server";
import { formatMoment } from "~/domain/kernel/time/format-days";
import { recentHealth } from "~/domain/system/checks/health.server";
import { StaffFrame } from "~/hyperloop/frame";
import { PATHS } from "~/hyperloop/paths";
import { staffAction, staffLoader } from "~/hyperloop/staff-route.server";
import { Badge } from "~/ui/badge";
import { HealthChecks } from "~/ui/health-checks";
import { PostForm } from "~/ui/post-form";
import { Table } from "~/ui/table";
import { currentTime } from "~/web/clock.server";
import { readForm } from "~/web/read-form";
import { notFound, seeOther, unprocessable } from "~/web/responses.server";
import type { ScreenHandle } from "~/web/screen";
import { ResultsTable } from "./results-table";
import { PaymentForm, UsersForm, VouchersForm } from "./tool-forms";

export const handle: ScreenHandle = { title: "Testing tools – HyperLoop", noindex: true };

/** Tools that create things exist only where the settings allow them; results can be read everywhere. */
export const loader = staffLoader("checks.run", async ({ now }) => {
  const last = lastRuns();
  const suites = suiteData().map((suite) => ({ ...suite, last: last.get(suite.id) ?? null }));
  return {
    suites,
    hasTools: hasStaffTools(),
    isLive: isPaymentLive(),
    at: formatMoment(now),
    health: await recentHealth(now),
    results: recentResults(),
  };
});

export const action = staffAction("checks.run", async ({ staff: { staffId }, form }) => {
  const intent = String(form.get("intent"));
  if (intent === "suite") return await runOne(String(form.get("suite")), staffId);
  if (!hasStaffTools()) notFound();
  switch (intent) {
    case "users":
      return await makeUsers(form, staffId);
    case "vouchers":
      return await makeVouchers(form, staffId);
    case "payment":
      return await payInTestMode(form, staffId);
    default:
      return await seeOther(PATHS.testing);
  }
});

const say = (isGood: boolean, message: string) =>
  seeOther(PATHS.testing, { flash: { tone: isGood ? "ok" : "bad", message } });

async function runOne(id: string, staffId: string) {
  const found = await runSuite(id, staffId, currentTime());
  if (!found) return await say(false, "No such suite.");
  const failed = found.filter(({ isPassed }) => !isPassed).length;
  return await say(failed === 0, `${nameOfSuite(id)}: ${found.length - failed} of ${found.length} checks passed.`);
}

async function makeUsers(form: FormData, staffId: string) {
  const submission = readForm(form, manyTestUsersForm);
  if (submission.status !== "success") return unprocessable("users", submission.reply({ hideFields: ["password"] }));
  const first = await tryUsers(submission.value, staffId, currentTime());
  return await say(first !== "", first ? `Test users were made. The first is ${first}` : "No users were made.");
}

async function makeVouchers(form: FormData, staffId: string) {
  const submission = readForm(form, testVouchersForm);
  if (submission.status !== "success") return unprocessable("vouchers", submission.reply());
  const batchId = await tryVouchers(submission.value, staffId, currentTime());
  return await say(batchId !== null, batchId ? "Test vouchers made." : "Failed to generate voucher");
}

async function payInTestMode(form: FormData, staffId: string) {
  const submission = readForm(form, testPaymentForm);
  if (submission.status !== "success") return unprocessable("payment", submission.reply());
  const tried = await tryPayment(submission.value.amount, staffId, currentTime());
  if (!tried.ok) return await say(false, "Payments are live here, so we don’t test with real money.");
  const { isPassed, message } = tried.found;
  return await say(isPassed, isPassed ? "The payment was opened, read and closed." : message);
}

export default function Testing() {
  const { suites, hasTools, isLive, at, health, results } = useLoaderData<typeof loader>();
  const actionData = useActionData<typeof action>() as { intent: string; reply: SubmissionResult } | undefined;
  const replyTo = (intent: string) => (actionData?.intent === intent ? actionData.reply : undefined);
  return (
    <StaffFrame title="Testing tools" lead={`As of ${at}`}>
      <section className="staff-panel">
        <h2>System health</h2>
        <HealthChecks health={health} full />
      </section>
      <section className="staff-panel">
        <h2>Automated suites</h2>
        <p className="muted">Each uses the running system as customers do, then removes what it wrote.</p>
        <SuitesTable suites={suites} />
      </section>
      {hasTools && (
        <>
          <div className="staff-panels">
            <UsersForm reply={replyTo("users")} />
            <VouchersForm reply={replyTo("vouchers")} />
            {!isLive && <PaymentForm reply={replyTo("payment")} usual="49.00" />}
          </div>
          <p>
            On their own pages: <a href="/debug-test">Payment backend test</a>,{" "}
            <a href="/test-voucher">Test voucher generator</a>
          </p>
        </>
      )}
      <ResultsTable results={results} />
    </StaffFrame>
  );
}

type SuiteShown = ReturnType<typeof suiteData>[number] & {
  readonly last: ReturnType<ReturnType<typeof lastRuns>["get"]> | null;
};

/** The suites, each with a button that runs it. */
function SuitesTable({ suites }: { readonly suites: readonly SuiteShown[] }) {
  return (
    <Table
      caption="Automated suites"
      captionHidden
      columns={[
        { label: "Suite", cell: ({ name, description }) => `${name}: ${description}` },
        { label: "Checks", numeric: true, cell: ({ tests }) => tests },
        { label: "Last run", cell: ({ last }) => <LastRun last={last} /> },
        {
          label: "Run",
          labelHidden: true,
          cell: ({ id, name }) => (
            <PostForm>
              <input type="hidden" name="intent" value="suite" />
              <button type="submit" className="link-button" name="suite" value={id}>
                Run {name}
              </button>
            </PostForm>
          ),
        },
      ]}
      rows={suites}
    />
  );
}

function LastRun({ last }: Pick<SuiteShown, "last">) {
  if (!last) return <span className="muted">Never</span>;
  return (
    <>
      <Badge tone={last.failed === 0 ? "good" : "bad"}>
        {last.failed === 0 ? `${last.passed} passed` : `${last.failed} failed`}
      </Badge>{" "}
      <span className="muted">{formatMoment(last.at)}</span>
    </>
  );
}
