import { useLoaderData } from "@remix-run/react";
import { formatPence } from "~/domain/money/pounds";
import { REFUND_ALONE_PENCE } from "~/domain/orders/refund-limits";
import { REPRINTS_ALONE } from "~/domain/printing/print-costs";
import { lastChanges, readShopSettings } from "~/domain/settings/shop-settings.server";
import { EXPOSURE_HOURS, EXPOSURE_LIMITS } from "~/domain/staff/exposure";
import { isPermitted, ROLE_NAMES, type StaffRole } from "~/domain/staff/permissions";
import { formatFigureOf } from "~/domain/text/numbers";
import { formatMoment } from "~/domain/time/format-days";
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
  const parts = Object.entries(PARTS).flatMap(([key, { title, lead }]) => {
    if (!isPart(key)) return [];
    const last = changes.find((change) => change.key === key);
    const changed = last ? `Changed by ${last.by ?? "a script"}, ${formatMoment(last.at)}` : "Never changed";
    return [{ key, title, lead, changed, view: shownValues(key, all) }];
  });
  return { parts };
});

export default function Settings() {
  const { staff, parts } = useLoaderData<typeof loader>();
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
        <Limits />
      </div>
    </StaffFrame>
  );
}

/** What takes a second person; changed with the code alone. */
function Limits() {
  const roles = (Object.keys(EXPOSURE_LIMITS) as StaffRole[]).map((role) => {
    const { dayPence, recipientPence } = EXPOSURE_LIMITS[role];
    const value =
      dayPence === 0 ? "Nothing" : `${formatPence(dayPence)}, ${formatPence(recipientPence)} to one person`;
    return { name: ROLE_NAMES[role], value };
  });
  return (
    <section className="staff-panel">
      <h2>Limits of one person</h2>
      <p className="muted">
        What somebody can give away on their own in {EXPOSURE_HOURS} hours: vouchers, refunds and reprints
        together, at what they cost us. Anything beyond that waits for a second person.
      </p>
      <DescriptionList
        items={[
          ...roles,
          { name: "Refunds of one order", value: formatPence(REFUND_ALONE_PENCE) },
          { name: "Reprints of one book", value: formatFigureOf(REPRINTS_ALONE, "reprint", "reprints") },
        ]}
      />
    </section>
  );
}
