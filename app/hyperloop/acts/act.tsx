import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ActFields } from "~/hyperloop/act-fields";
import { BulkPage } from "~/hyperloop/bulk";
import { FormPage } from "~/hyperloop/staff-form";
import { staffAction, staffLoader } from "~/hyperloop/staff-route.server";
import type { ScreenHandle } from "~/web/screen";
import { actAt } from "./acts.server";

/** The page of every declared act: it asks, and its form does it. */
export const handle: ScreenHandle<{ tab: string }> = { title: ({ tab }) => `${tab} – HyperLoop`, noindex: true };

export async function loader(args: LoaderFunctionArgs) {
  const { permission, ask } = actAt(args.request);
  return await staffLoader(permission, ask)(args);
}

export async function action(args: ActionFunctionArgs) {
  const { permission, run } = actAt(args.request);
  return await staffAction(permission, run)(args);
}

type FieldSet = Parameters<typeof ActFields>[0]["fields"];

export default function ActPage() {
  const { tab: _, staff: __, things, lead, says, fields, ...page } = useLoaderData<typeof loader>();
  const said = says?.map((sentence) => <p key={sentence}>{sentence}</p>);
  const shown = (set: FieldSet) => <ActFields of={fields} fields={set} />;
  if (things === null) {
    return (
      <FormPage {...page} lead={lead} fields={shown}>
        {said}
      </FormPage>
    );
  }
  return (
    <BulkPage {...page} things={things} lead={lead ?? ""} fields={shown}>
      {said}
    </BulkPage>
  );
}
