import { MOST_VIEWS, saveView } from "~/domain/backoffice/staff/saved-views.server";
import { viewForm } from "~/domain/people/staff/forms";
import { listAddresses } from "~/domain/people/staff/lists.server";
import { isPermitted } from "~/domain/people/staff/permissions";
import { box, text } from "~/hyperloop/act-fields";
import { act, type StaffAct } from "~/hyperloop/declared-acts.server";
import { pathOf, viewAsked } from "~/hyperloop/lists.server";
import type { StaffRequest } from "~/hyperloop/staff-route.server";
import { notFound } from "~/web/responses.server";

/** The list of the address, or else the first that this role may read and that knows what is asked. */
function asked({ request, staff }: StaffRequest) {
  const params = new URL(request.url).searchParams;
  const named = params.get("list");
  const lists = listAddresses().filter(
    ({ name, permission }) => (named ?? name) === name && isPermitted(staff.role, permission),
  );
  const list = lists.find((one) => viewAsked(one, params) !== "") ?? lists[0] ?? notFound();
  return { list, query: viewAsked(list, params) };
}

const REFUSALS = {
  name_taken: "You have a view with this name. Please choose another",
  too_many: `You have ${MOST_VIEWS} views of this list. Delete one first`,
  nothing: "There’s nothing to save. Choose a filter or an order first",
} as const;

/** What staff do with what a list shows. */
export const VIEW_ACTS: Readonly<Record<string, StaffAct>> = {
  "/hyperloop/views/new": act("views.save", {
    tab: "Save this view",
    back: (at) => {
      const { list, query } = asked(at);
      return { label: "Back to the list", href: `${pathOf(list)}?${query}` };
    },
    schema: viewForm,
    ask: ({ staff }) => ({
      title: "Save this view",
      lead: "Its filters and order appear above the list under this name. A search isn’t kept, because it may name a customer.",
      button: "Save view",
      fields: [
        text("name", "Name", { maxLength: 40, width: "m" }),
        ...(isPermitted(staff.role, "views.share") ? [box("isShared", "For everybody who can see this list")] : []),
      ],
    }),
    run: (input, at) => {
      const { list, query } = asked(at);
      const view = { ...input, list: list.name, query };
      return {
        result: query === "" ? { ok: false, reason: "nothing" as const } : saveView(view, at.staff, at.now),
        done: "The view is saved.",
        beside: (refusal: keyof typeof REFUSALS) => ({ name: REFUSALS[refusal] }),
      };
    },
  }),
};
