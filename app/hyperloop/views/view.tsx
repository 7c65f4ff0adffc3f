import { type SubmissionResult, useForm } from "@conform-to/react";
import { useActionData, useLoaderData } from "@remix-run/react";
import { deleteView, renameView, viewToChange } from "~/domain/backoffice/staff/saved-views.server";
import { type ViewName, viewNameForm } from "~/domain/people/staff/forms";
import { listNamed } from "~/domain/people/staff/lists.server";
import { StaffFrame } from "~/hyperloop/frame";
import { pathOf } from "~/hyperloop/lists.server";
import { respondToForm, respondWithOutcome } from "~/hyperloop/outcome.server";
import { StaffForm } from "~/hyperloop/staff-form";
import { staffAction, staffLoader } from "~/hyperloop/staff-route.server";
import { Button } from "~/ui/button";
import { fieldOf } from "~/ui/conform-field";
import { TextField } from "~/ui/field";
import { PostForm } from "~/ui/post-form";
import { notFound } from "~/web/responses.server";
import type { ScreenHandle } from "~/web/screen";
import type { StaffUser } from "~/web/staff-auth.server";

export const handle: ScreenHandle = { title: "Rename or delete a view – HyperLoop", noindex: true };

function viewOf(viewId: string, staff: StaffUser) {
  const view = viewToChange(viewId, staff) ?? notFound();
  const list = listNamed(view.list) ?? notFound();
  return { name: view.name, isShared: view.isShared, path: pathOf(list), query: view.query };
}

export const loader = staffLoader("views.save", ({ staff, param }) => viewOf(param("view"), staff));

export const action = staffAction("views.save", async ({ staff, param, form, now }) => {
  const { path, query } = viewOf(param("view"), staff);
  if (form.get("intent") === "delete") {
    return await respondWithOutcome({
      result: deleteView(param("view"), staff, now),
      to: path,
      done: "The view is deleted.",
    });
  }
  return await respondToForm(form, { id: "name", schema: viewNameForm }, ({ name }) => ({
    result: renameView(param("view"), name, staff, now),
    to: `${path}?${query}`,
    done: "The view is renamed.",
    beside: () => ({ name: "Another view has this name. Please choose another" }),
  }));
});

export default function ChangeView() {
  const { name, isShared, path, query } = useLoaderData<typeof loader>();
  const actionData = useActionData<{ readonly reply: SubmissionResult }>();
  const [form, fields] = useForm<ViewName>({ id: "name", lastResult: actionData?.reply, defaultValue: { name } });
  return (
    <StaffFrame
      title="Rename or delete a view"
      lead={isShared ? "It’s everybody’s, so it changes for your colleagues too." : undefined}
      back={{ label: "Back to the list", href: `${path}?${query}` }}
    >
      <StaffForm form={form} button="Rename" intent="rename">
        <TextField {...fieldOf(fields.name)} label="Name" maxLength={40} width="m" />
      </StaffForm>
      <section className="staff-panel">
        <h2>Delete it</h2>
        <p>Only the view goes. What it lists stays as it is.</p>
        <PostForm>
          <Button size="staff" variant="danger" name="intent" value="delete">
            Delete view
          </Button>
        </PostForm>
      </section>
    </StaffFrame>
  );
}
