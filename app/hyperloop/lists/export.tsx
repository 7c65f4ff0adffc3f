import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { londonDay } from "~/domain/kernel/time/days";
import { listNamed } from "~/domain/people/staff/lists.server";
import { askedOf, pathOf } from "~/hyperloop/lists.server";
import { leadToPage, staffAction } from "~/hyperloop/staff-route.server";
import { sendCsv } from "~/web/csv";
import { notFound } from "~/web/responses.server";

/** The file of every list that declares one: what was asked of its page, in all pages. */

function listAt(request: Request) {
  const segments = new URL(request.url).pathname.toLowerCase().split("/").filter(Boolean);
  const list = listNamed(segments.at(-2) ?? "");
  return list?.file ? { list, file: list.file } : notFound();
}

/** It is made by the button of the list. */
export async function loader(args: LoaderFunctionArgs) {
  const { list, file } = listAt(args.request);
  return await leadToPage(file.permission, () => pathOf(list))(args);
}

export async function action(args: ActionFunctionArgs) {
  const { list, file } = listAt(args.request);
  return await staffAction(file.permission, ({ staff: { staffId, role }, form, now }) =>
    sendCsv(`${list.name}-${londonDay(now)}.csv`, file.read(askedOf(list, form), { staffId, role, now })),
  )(args);
}
