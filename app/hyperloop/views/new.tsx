import { useLoaderData } from "@remix-run/react";
import { MOST_VIEWS, saveView } from "~/domain/backoffice/staff/saved-views.server";
import { type ViewGiven, viewForm } from "~/domain/people/staff/forms";
import { LIST_NAMES, LISTS } from "~/domain/people/staff/list-names";
import { isPermitted, type StaffRole } from "~/domain/people/staff/permissions";
import { LIST_PATHS, viewAsked } from "~/hyperloop/lists.server";
import { staffFormAction } from "~/hyperloop/outcome.server";
import { FormPage } from "~/hyperloop/staff-form";
import { staffLoader } from "~/hyperloop/staff-route.server";
import { Checkbox } from "~/ui/checkbox";
import { checkboxOf, fieldOf } from "~/ui/conform-field";
import { TextField } from "~/ui/field";
import { notFound } from "~/web/responses.server";
import type { ScreenHandle } from "~/web/screen";

export const handle: ScreenHandle = { title: "Save this view – HyperLoop", noindex: true };

/** The list of the address, or else the first that this role may read, with what is asked of it. */
function asked(request: Request, role: StaffRole) {
  const params = new URL(request.url).searchParams;
  const named = params.get("list");
  const list = LIST_NAMES.find((name) => (named ?? name) === name && isPermitted(role, LISTS[name]));
  if (!list) notFound();
  return { list, query: viewAsked(list, params) };
}

export const loader = staffLoader("views.save", ({ request, staff }) => {
  const { list, query } = asked(request, staff.role);
  return { back: `${LIST_PATHS[list]}?${query}`, mayShare: isPermitted(staff.role, "views.share") };
});

const REFUSALS = {
  name_taken: "You have a view with this name. Please choose another",
  too_many: `You have ${MOST_VIEWS} views of this list. Delete one first`,
  nothing: "There’s nothing to save. Choose a filter or an order first",
} as const;

export const action = staffFormAction("views.save", viewForm, (input, { request, staff, now }) => {
  const { list, query } = asked(request, staff.role);
  return {
    result: query === "" ? { ok: false, reason: "nothing" as const } : saveView({ ...input, list, query }, staff, now),
    to: `${LIST_PATHS[list]}?${query}`,
    done: "The view is saved.",
    beside: (refusal: keyof typeof REFUSALS) => ({ name: REFUSALS[refusal] }),
  };
});

export default function SaveView() {
  const { back, mayShare } = useLoaderData<typeof loader>();
  return (
    <FormPage<ViewGiven>
      title="Save this view"
      lead="Its filters and order appear above the list under this name. A search isn’t kept, because it may name a customer."
      back={{ label: "Back to the list", href: back }}
      button="Save view"
      fields={({ name, isShared }) => (
        <>
          <TextField {...fieldOf(name)} label="Name" maxLength={40} width="m" />
          {mayShare && <Checkbox {...checkboxOf(isShared)} label="For everybody who can see this list" />}
        </>
      )}
    />
  );
}
