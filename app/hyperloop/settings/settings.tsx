import { useLoaderData } from "@remix-run/react";
import { lastChanges, readShopSettings } from "~/domain/backoffice/settings/shop-settings.server";
import { formatPence } from "~/domain/kernel/money/pounds";
import { formatFigureOf } from "~/domain/kernel/text/numbers";
import { formatMoment } from "~/domain/kernel/time/format-days";
import { REPRINTS_ALONE } from "~/domain/operations/printing/print-costs";
import { isPermitted, ROLE_NAMES, type StaffRole } from "~/domain/people/staff/permissions";
import { limitWaitingFor } from "~/domain/shop/discounts/approval-limit-requests.server";
import { APPROVAL_LIMIT_HOURS, formatApprovalLimit, GIVING_ROLES } from "~/domain/shop/discounts/approval-limits";
import { approvalLimits } from "~/domain/shop/discounts/approval-limits.server";
import { REFUND_ALONE_PENCE } from "~/domain/shop/orders/refund-limits";
import { StaffFrame } from "~/hyperloop/frame";
import { PATHS } from "~/hyperloop/paths";
import { staffLoader } from "~/hyperloop/staff-route.server";
import { LinkButton } from "~/ui/button";
import { DescriptionList } from "~/ui/description-list";
import type { ScreenHandle } from "~/web/screen";
import { isPart, PARTS, shownValues } from "./settings-labels";

export const handle: ScreenHandle = { title: "Settings – HyperLoop", noindex: true };

/** The settings of the shop, and who changed them last. */
export const loader = staffLoader("settings.read", () => {
  const all = readShopSettings();
  const changes = lastChanges();
  const changedOf = (key: string) => {
    const last = changes.find((change) => change.key === key);
    return last ? `Changed by ${last.by ?? "a script"}, ${formatMoment(last.at)}` : "Never changed";
  };
  const parts = Object.entries(PARTS).flatMap(([key, { title, lead }]) =>
    isPart(key) ? [{ key, title, lead, changed: changedOf(key), view: shownValues(key, all) }] : [],
  );
  const limits = Object.entries(approvalLimits()).map(([role, limit]) => ({
    role: role as StaffRole,
    limit: formatApprovalLimit(limit),
    waiting: limitWaitingFor(role as StaffRole) ?? null,
  }));
  return { parts, limits, limitsChanged: changedOf("exposure") };
});

export default function Settings() {
  const { staff, parts, limits, limitsChanged } = useLoaderData<typeof loader>();
  return (
    <StaffFrame title="Settings">
      <div className="staff-panels">
        {parts.map((part) => (
          <section key={part.key} className="staff-panel">
            <h2>{part.title}</h2>
            <p className="muted">{part.lead}</p>
            <DescriptionList items={part.view} />
            <p className="muted">{part.changed}</p>
            {isPermitted(staff.role, "settings.change") && (
              <LinkButton href={`${PATHS.settings}/${part.key}`} size="staff" variant="line">
                Change<span className="visually-hidden"> {part.title.toLowerCase()}</span>
              </LinkButton>
            )}
          </section>
        ))}
        <Limits limits={limits} changed={limitsChanged} mayChange={isPermitted(staff.role, "settings.change")} />
      </div>
    </StaffFrame>
  );
}

interface LimitsProps {
  readonly limits: ReturnType<typeof useLoaderData<typeof loader>>["limits"];
  readonly changed: string;
  readonly mayChange: boolean;
}

/** What takes a second person. */
function Limits({ limits, changed, mayChange }: LimitsProps) {
  const roles = limits.map(({ role, limit, waiting }) => ({
    name: ROLE_NAMES[role],
    value: (
      <>
        {limit}
        {mayChange && GIVING_ROLES.includes(role) && (
          <>
            {" "}
            <a href={waiting ? `${PATHS.limitRequests}/${waiting}` : `${PATHS.limits}/${role}`}>
              {waiting ? "A change is waiting" : "Change"}
              <span className="visually-hidden"> for {ROLE_NAMES[role]}</span>
            </a>
          </>
        )}
      </>
    ),
  }));
  return (
    <section className="staff-panel">
      <h2>Limits of one person</h2>
      <p className="muted">
        What somebody can give away on their own in {APPROVAL_LIMIT_HOURS} hours: vouchers, refunds and reprints
        together, at what they cost us. Anything beyond that waits for a second person.
      </p>
      <DescriptionList
        items={[
          ...roles,
          { name: "Refunds of one order", value: formatPence(REFUND_ALONE_PENCE) },
          { name: "Reprints of one book", value: formatFigureOf(REPRINTS_ALONE, "reprint", "reprints") },
        ]}
      />
      <p className="muted">{changed}</p>
    </section>
  );
}
