import { useLoaderData } from "@remix-run/react";
import { reasonForm } from "~/domain/people/staff/forms";
import { deactivateStaff, reactivateStaff } from "~/domain/people/staff/staff.server";
import { staffById } from "~/domain/people/staff/staff-list.server";
import { staffFormAction } from "~/hyperloop/outcome.server";
import { ReasonPage } from "~/hyperloop/staff-form";
import { staffLoader } from "~/hyperloop/staff-route.server";
import { notFound } from "~/web/responses.server";
import type { ScreenHandle } from "~/web/screen";
import { besideReason, toMember } from "./staff-labels";

export const handle: ScreenHandle<{ isActive: boolean }> = {
  title: ({ isActive }) => `${isActive ? "Deactivate" : "Reactivate"} a staff account – HyperLoop`,
  noindex: true,
};

export const loader = staffLoader("staff.manage", ({ param }) => {
  const { id, name, isActive } = staffById(param("member")) ?? notFound();
  return { id, name, isActive };
});

export const action = staffFormAction("staff.manage", reasonForm, ({ reason }, { staff, param, form, now }) => {
  const isBack = form.get("intent") === "reactivate";
  return {
    result: (isBack ? reactivateStaff : deactivateStaff)({ staffId: param("member"), reason }, staff, now),
    to: toMember(param("member")).href,
    done: isBack ? "They can sign in again." : "They’re signed out everywhere and can’t sign in.",
    beside: besideReason,
  };
});

export default function Leave() {
  const { id, name, isActive } = useLoaderData<typeof loader>();
  const label = isActive ? "Deactivate" : "Reactivate";
  const page = { title: `${label} this account?`, lead: name, back: toMember(id) };
  return (
    <ReasonPage
      {...page}
      button={label}
      variant={isActive ? "danger" : "primary"}
      intent={isActive ? "deactivate" : "reactivate"}
    >
      <p>
        {isActive
          ? "We sign them out everywhere and they can’t sign in. Their activity stays on record."
          : "They can sign in again the way they did before."}
      </p>
    </ReasonPage>
  );
}
