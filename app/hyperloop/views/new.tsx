import { useLoaderData } from "@remix-run/react";
import { type ViewGiven, viewForm } from "~/domain/staff/forms";
import { LIST_NAMES, LISTS, type ListName } from "~/domain/staff/list-names";
import { isPermitted, type StaffRole } from "~/domain/staff/permissions";
import { MOST_VIEWS, saveView } from "~/domain/staff/saved-views.server";
import { LIST_PATHS, viewAsked, viewQuery } from "~/hyperloop/lists.server";
import { staffFormAction } from "~/hyperloop/outcome.server";
import { FormPage } from "~/hyperloop/staff-form";
import { staffLoader } from "~/hyperloop/staff-route.server";
import { Checkbox } from "~/ui/checkbox";
import { checkboxOf, fieldOf } from "~/ui/conform-field";
import { TextField } from "~/ui/field";
import { notFound } from "~/web/answers.server";
import type { ScreenHandle } from "~/web/screen";

export const handle: ScreenHandle = { title: "Save this view – HyperLoop", noindex: true };

/** The list of the address, or else the first that this role may read, with what is asked of it. */
function asked(request: Request, role: StaffRole) {
  const params = new URL(request.url).searchParams;
  const named = params.get("list");
  const list = LIST_NAMES.find((name) => (named ?? name) === name && isPermitted(role, LISTS[name]));
  if (!list) notFound();
  return { list, ...viewAsked(list, params) };
}

export const loader = staffLoader("views.save", ({ request, staff }) => {
  const { list, kept, search } = asked(request, staff.role);
  const back = `${LIST_PATHS[list]}?${viewQuery(kept, search)}`;
  return { search, back, mayShare: isPermitted(staff.role, "views.share") };
});

const REFUSALS = {
  name_taken: "You have a view with this name. Please choose another",
  too_many: `You have ${MOST_VIEWS} views of this list. Delete one first`,
  nothing: "There’s nothing to save without the search. Choose a filter first, or keep the search",
} as const;

export const action = staffFormAction("views.save", viewForm, (input, { request, staff, now }) => {
  const { list, kept, search } = asked(request, staff.role);
  const query = viewQuery(kept, input.keepsSearch ? search : "");
  return {
    result: save({ ...input, list, query, hasSearch: input.keepsSearch && search !== "" }),
    to: `${LIST_PATHS[list]}?${query}`,
    done: "The view is saved.",
    beside: (refusal: keyof typeof REFUSALS) => ({ name: REFUSALS[refusal] }),
  };

  function save(view: {
    list: ListName;
    name: string;
    query: string;
    isShared: boolean;
    hasSearch: boolean;
  }) {
    if (view.query === "") return { ok: false as const, reason: "nothing" as const };
    // A search may name a customer, so it is never everybody's.
    return saveView({ ...view, isShared: view.isShared && !view.hasSearch }, staff, now);
  }
});

export default function SaveView() {
  const { search, back, mayShare } = useLoaderData<typeof loader>();
  return (
    <FormPage<ViewGiven>
      title="Save this view"
      lead="Its filters and order appear above the list under this name."
      back={{ label: "Back to the list", href: back }}
      button="Save view"
      fields={({ name, keepsSearch, isShared }) => (
        <>
          <TextField {...fieldOf(name)} label="Name" maxLength={40} width="m" />
          {search !== "" && (
            <Checkbox
              {...checkboxOf(keepsSearch)}
              label={`Keep the search for “${search}”`}
              hint="It may name a customer: we keep it for you alone, until you delete the view."
            />
          )}
          {mayShare && (
            <Checkbox
              {...checkboxOf(isShared)}
              label="For everybody who can see this list"
              hint={search === "" ? undefined : "Not with the search."}
            />
          )}
        </>
      )}
    />
  );
}
