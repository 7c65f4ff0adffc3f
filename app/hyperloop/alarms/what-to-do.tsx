import { useLoaderData } from "@remix-run/react";
import { containerCommand } from "~/domain/kernel/alarms/container-commands";
import { PAGES } from "~/domain/system/checks/checks.server";
import { StaffFrame } from "~/hyperloop/frame";
import { PATHS } from "~/hyperloop/paths";
import { staffLoader } from "~/hyperloop/staff-route.server";
import { notFound } from "~/web/responses.server";
import type { ScreenHandle } from "~/web/screen";

export const handle: ScreenHandle = { title: "What to do – HyperLoop", noindex: true };

/** What an alarm of one kind means and what to do: where its email and webhook lead. */
export const loader = staffLoader("alarms.read", ({ param }) => ({
  page: PAGES.get(param("kind")) ?? notFound(),
}));

const END_LABELS = {
  itself: "It closes automatically when its check passes.",
  staff: "It stays open until somebody resolves it and says why.",
} as const;

export default function WhatToDo() {
  const { page } = useLoaderData<typeof loader>();
  return (
    <StaffFrame title={page.title} lead="What it means and what to do" back={{ label: "Alarms", href: PATHS.alarms }}>
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
            <h2>Run in the app’s folder</h2>
            <pre className="audit-text">
              <code>{page.command}</code>
            </pre>
            <p>Or, if Loop runs in a container, on that machine:</p>
            <pre className="audit-text">
              <code>{containerCommand(page.command)}</code>
            </pre>
          </>
        )}
        <p className="muted">{END_LABELS[page.ends ?? "itself"]}</p>
      </section>
    </StaffFrame>
  );
}
