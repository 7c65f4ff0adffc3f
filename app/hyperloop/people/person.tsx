import { useLoaderData } from "@remix-run/react";
import { TABS } from "~/domain/people/happenings";
import { personData } from "~/domain/people/person.server";
import { addNote } from "~/domain/staff/admin-accounts.server";
import { noteForm } from "~/domain/staff/forms";
import { PATHS } from "~/hyperloop/paths";
import { staffAction, staffLoader } from "~/hyperloop/staff-route.server";
import { notFound, seeOther, unprocessable } from "~/web/answers.server";
import { choiceIn } from "~/web/list-query";
import { readForm } from "~/web/read-form";
import type { ScreenHandle } from "~/web/screen";
import { PersonPage } from "./person-page";
import { chooseLines } from "./person-timeline";

export const handle: ScreenHandle<{ person: { name: string } }> = {
  title: ({ person }) => `${person.name} – HyperLoop`,
  noindex: true,
};

export const loader = staffLoader("accounts.read", ({ param, request, staff, now }) => {
  const found = personData(param("account"), "account", now);
  if (!found) notFound();
  const { timeline, ...person } = found;
  const tab = choiceIn(request, "show", ["all", ...TABS]);
  const isWhole = choiceIn(request, "earlier", ["0", "1"]) === "1";
  return { person, shown: chooseLines(timeline, { role: staff.role, tab, isWhole }) };
});

/** Leaves a note for colleagues. */
export const action = staffAction("accounts.note", async ({ staff, param, form, now }) => {
  const submission = readForm(form, noteForm);
  if (submission.status !== "success") return unprocessable("note", submission.reply());
  const accountId = param("account");
  const noted = addNote({ accountId, text: submission.value.note }, staff.staffId, now);
  if (!noted.ok) notFound();
  return await seeOther(`${PATHS.people}/${accountId}`, {
    flash: { tone: "ok", message: "The note is saved." },
  });
});

export default function PersonWithAccount() {
  const { staff, person, shown } = useLoaderData<typeof loader>();
  return <PersonPage person={person} timeline={shown} role={staff.role} />;
}
