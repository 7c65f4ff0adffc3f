import { useLoaderData } from "@remix-run/react";
import { type TypeGiven, typeForm } from "~/domain/backoffice/people/forms";
import { changeTypeFor } from "~/domain/backoffice/people/loop-corrections.server";
import { findLoopType, listLoopTypes, listThemes } from "~/domain/diary/catalogue/catalogue";
import { loopOwnedBy } from "~/domain/diary/loops/loops.server";
import { canChangeType, FIRST_FIXED_WEEK } from "~/domain/diary/loops/type-change";
import { londonDay } from "~/domain/kernel/time/days";
import { staffFormAction } from "~/hyperloop/outcome.server";
import { FormPage, ReasonField } from "~/hyperloop/staff-form";
import { staffLoader } from "~/hyperloop/staff-route.server";
import { fieldOf } from "~/ui/conform-field";
import { SelectField } from "~/ui/field";
import { notFound } from "~/web/responses.server";
import type { ScreenHandle } from "~/web/screen";
import { toAccount, WHO_ASKED } from "./person-labels";

export const handle: ScreenHandle = { title: "Change a loop’s type – HyperLoop", noindex: true };

const REFUSALS = {
  read_only: "The year has been sent to print",
  too_late: `The type is fixed from week ${FIRST_FIXED_WEEK}`,
  same_type: "That’s the type it already has",
  unknown_type: "Please choose a type",
} as const;

export const loader = staffLoader("loops.correct", ({ param, now }) => {
  const loop = loopOwnedBy(param("account"), param("loop"));
  if (loop?.status !== "ACTIVE" || !canChangeType(loop, londonDay(now))) notFound();
  const { accountId, theme, type } = loop;
  return { accountId, chosen: `${theme}/${type}`, name: findLoopType(theme, type)?.displayName ?? theme };
});

export const action = staffFormAction("loops.correct", typeForm, ({ type: chosen, reason }, at) => {
  const [theme = "", type = ""] = chosen.split("/");
  const wanted = { accountId: at.param("account"), loopId: at.param("loop"), theme, type };
  const result = changeTypeFor(wanted, { staffId: at.staff.staffId, reason }, at.now);
  return {
    result,
    to: toAccount(wanted.accountId).href,
    done: result.ok ? `It’s a ${result.name} loop now, and we’ve told them.` : undefined,
    beside: (refusal: keyof typeof REFUSALS) => ({ type: REFUSALS[refusal] }),
  };
});

const TYPES = listThemes().flatMap((theme) =>
  listLoopTypes({ themeId: theme.id, journey: "purchase" }).map((type) => ({
    value: `${theme.id}/${type.key}`,
    label: `${theme.name}: ${type.displayName}`,
  })),
);

export default function ChangeType() {
  const { accountId, chosen, name } = useLoaderData<typeof loader>();
  return (
    <FormPage<TypeGiven>
      title="Change the type of this loop"
      lead={`Now ${name}. You can change it before week ${FIRST_FIXED_WEEK}. Weeks and answers stay.`}
      back={toAccount(accountId)}
      button="Change the type"
      defaults={{ type: chosen }}
      fields={(fields) => (
        <>
          <SelectField {...fieldOf(fields.type)} label="Type" options={TYPES} width="full" />
          <ReasonField of={fields.reason} hint={WHO_ASKED} />
        </>
      )}
    />
  );
}
