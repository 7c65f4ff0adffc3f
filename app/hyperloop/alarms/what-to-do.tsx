import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { runbookPage } from "~/domain/alarms/runbook";
import { StaffFrame } from "~/hyperloop/frame";
import { notFound, PRIVATE } from "~/web/answers.server";
import { param } from "~/web/params";
import type { ScreenHandle } from "~/web/screen";
import { requireStaff } from "~/web/staff-auth.server";

export const handle: ScreenHandle = { title: "What to do – HyperLoop", noindex: true };

/** What an alarm of one kind means and what to do: where its email and webhook lead. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, "alarms.read");
  return data({ staff, page: runbookPage(param(params, "kind")) ?? notFound() }, { headers: PRIVATE });
}

const END_LABELS = {
  itself: "It ends by itself with the first check that finds all well.",
  staff: "It stays open until somebody resolves it and says why.",
} as const;

export default function WhatToDo() {
  const { staff, page } = useLoaderData<typeof loader>();
  return (
    <StaffFrame
      staff={staff}
      title={page.title}
      lead="What it means and what to do"
      back={{ label: "Alarms", href: "/hyperloop/alarms" }}
    >
      <section className="staff-panel stack">
        <p>{page.means}</p>
        <h2>What to do</h2>
        <ol className="staff-steps">
          {page.steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        {page.command && (
          <>
            <h2>Beside the app, in its folder</h2>
            <pre className="audit-text">
              <code>{page.command}</code>
            </pre>
          </>
        )}
        <p className="muted">{END_LABELS[page.ends]}</p>
      </section>
    </StaffFrame>
  );
}
