import { useLoaderData } from "@remix-run/react";
import { closeWork } from "~/domain/backoffice/inbox/assignment.server";
import { workNamed } from "~/domain/backoffice/inbox/inbox.server";
import { reasonForm } from "~/domain/people/staff/forms";
import { staffFormAction } from "~/hyperloop/outcome.server";
import { PATHS } from "~/hyperloop/paths";
import { ReasonPage } from "~/hyperloop/staff-form";
import { staffLoader } from "~/hyperloop/staff-route.server";
import { notFound } from "~/web/responses.server";
import type { ScreenHandle } from "~/web/screen";
import { WORK_REFUSALS } from "./inbox-labels";

export const handle: ScreenHandle = { title: "Close without doing more? – HyperLoop", noindex: true };

const itemIn = (request: Request) => new URL(request.url).searchParams.get("item") ?? "";

/** Work that nothing else finishes, such as an email that can't be delivered. */
export const loader = staffLoader("emails.resend", ({ request, staff, now }) => {
  const work = workNamed(itemIn(request), staff, now);
  if (!work?.isClosable) notFound();
  return { title: work.title, facts: work.facts };
});

export const action = staffFormAction("emails.resend", reasonForm, ({ reason }, { request, staff, now }) => ({
  result: closeWork([itemIn(request)], reason, staff, now),
  to: PATHS.inbox,
  done: "Closed.",
  refused: (refusal: keyof typeof WORK_REFUSALS) => WORK_REFUSALS[refusal],
}));

export default function CloseWork() {
  const { title, facts } = useLoaderData<typeof loader>();
  return (
    <ReasonPage
      title="Close without doing more?"
      lead={title}
      back={{ label: "Inbox", href: PATHS.inbox }}
      button="Close it"
    >
      <p>{facts}. It disappears from everybody’s inbox. Your reason is kept in staff activity.</p>
    </ReasonPage>
  );
}
