import { useLoaderData } from "@remix-run/react";
import { deleteOnRequest, keepOnRequest } from "~/domain/backoffice/people/corrections.server";
import { personNamed } from "~/domain/backoffice/people/person.server";
import { DELETION_WAIT_DAYS } from "~/domain/kernel/time/deletion";
import { reasonForm } from "~/domain/people/staff/forms";
import { staffFormAction } from "~/hyperloop/outcome.server";
import { personPath } from "~/hyperloop/paths";
import { ReasonPage } from "~/hyperloop/staff-form";
import { staffLoader } from "~/hyperloop/staff-route.server";
import { notFound } from "~/web/responses.server";
import type { ScreenHandle } from "~/web/screen";
import { toPerson } from "./person-labels";

export const handle: ScreenHandle = { title: "Start a deletion – HyperLoop", noindex: true };

export const loader = staffLoader("accounts.delete", ({ param }) => {
  const person = personNamed(param("account")) ?? notFound();
  return { ...person, isLeaving: person.deletionDueAt !== null };
});

export const action = staffFormAction("accounts.delete", reasonForm, ({ reason }, at) => {
  const person = personNamed(at.param("account")) ?? notFound();
  const by = { staffId: at.staff.staffId, reason };
  const to = personPath(person);
  if (person.isGuest && at.form.get("intent") === "keep") {
    return {
      result: keepOnRequest(person.id, by, at.now),
      to,
      done: "Nothing is deleted. We’ve told them.",
      beside: () => ({ reason: "No deletion of theirs is waiting" }),
    };
  }
  return {
    result: deleteOnRequest(person.id, by, at.now),
    to,
    done: person.isGuest
      ? `What we know about them will be deleted in ${DELETION_WAIT_DAYS} days. We’ve told them.`
      : `The account will be deleted in ${DELETION_WAIT_DAYS} days. We’ve told its owner, who can still keep it.`,
    beside: (reason) => ({
      reason:
        reason === "copies_first"
          ? "They’ve ordered copies that aren’t at the printer yet. Refund those first"
          : "A book of theirs is being printed. Try again once it has arrived",
    }),
  };
});

export default function BeginDeletion() {
  const person = useLoaderData<typeof loader>();
  const { email, isGuest, isLeaving } = person;
  const page = {
    lead: email,
    back: toPerson(person),
    hint: "When they wrote to us, and how you know it’s them. They can read this",
  };
  if (isGuest && isLeaving) {
    return (
      <ReasonPage {...page} title="Stop this deletion?" button="Stop the deletion" intent="keep">
        <p>Only if they asked us to. We email them that nothing is deleted.</p>
      </ReasonPage>
    );
  }
  if (isGuest) {
    return (
      <ReasonPage {...page} title="Delete what we know about this guest?" button="Start the deletion" variant="danger">
        <p>
          Only if they asked for it in writing. We email the last address they gave, and delete in {DELETION_WAIT_DAYS}{" "}
          days: their name and addresses, our emails to them, and their words in gifts that have been sent. A loop they
          haven’t started is cancelled. Gifts they gave still work.
        </p>
        <p>The law makes us keep what was bought, when and for how much. It no longer names them.</p>
      </ReasonPage>
    );
  }
  return (
    <ReasonPage {...page} title="Start the deletion of this account?" button="Start the deletion" variant="danger">
      <p>
        Only if they asked for it in writing. We sign them out everywhere and email them the date, {DELETION_WAIT_DAYS}{" "}
        days from now. Until then they can sign in and keep the account.
      </p>
    </ReasonPage>
  );
}
