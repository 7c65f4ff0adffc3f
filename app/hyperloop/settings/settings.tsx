import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { lastChanges, readShopSettings } from "~/domain/settings/shop-settings.server";
import { isPermitted } from "~/domain/staff/permissions";
import { formatMoment } from "~/domain/time/format-days";
import { StaffFrame } from "~/hyperloop/frame";
import { LinkButton } from "~/ui/button";
import { DescriptionList } from "~/ui/description-list";
import { PRIVATE } from "~/web/answers.server";
import type { ScreenHandle } from "~/web/screen";
import { requireStaff } from "~/web/staff-auth.server";
import { isPart, PARTS, shownValues } from "./settings-labels";

const PATH = "/hyperloop/settings";

export const handle: ScreenHandle = { title: "Settings – HyperLoop", noindex: true };

/** The settings of the shop, and who changed them last. */
export async function loader({ request }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, "settings.read");
  const all = readShopSettings();
  const changes = lastChanges();
  const parts = Object.entries(PARTS).flatMap(([key, { title, lead }]) => {
    if (!isPart(key)) return [];
    const last = changes.find((change) => change.key === key);
    const changed = last
      ? `Changed by ${last.by ?? "a script"}, ${formatMoment(last.at)}`
      : "As it was at the opening";
    return [{ key, title, lead, changed, view: shownValues(key, all) }];
  });
  return data({ staff, parts }, { headers: PRIVATE });
}

export default function Settings() {
  const { staff, parts } = useLoaderData<typeof loader>();
  return (
    <StaffFrame staff={staff} title="Settings">
      <div className="staff-panels">
        {parts.map((part) => (
          <section key={part.key} className="staff-panel">
            <h2>{part.title}</h2>
            <p className="muted">{part.lead}</p>
            <DescriptionList items={part.view} />
            <p className="muted">{part.changed}</p>
            {isPermitted(staff.role, "settings.change") && (
              <LinkButton href={`${PATH}/${part.key}`} size="staff" variant="line">
                Change<span className="visually-hidden"> {part.title.toLowerCase()}</span>
              </LinkButton>
            )}
          </section>
        ))}
      </div>
    </StaffFrame>
  );
}
