import { useLoaderData } from "@remix-run/react";
import { formatFigureOf } from "~/domain/kernel/text/numbers";
import { nothingForm } from "~/domain/people/staff/forms";
import { discountWithUses, switchDiscount } from "~/domain/shop/discounts/admin-discounts.server";
import { BulkPage } from "~/hyperloop/bulk";
import { respondToEach, selectedIn } from "~/hyperloop/bulk.server";
import { PATHS } from "~/hyperloop/paths";
import { staffAction, staffLoader } from "~/hyperloop/staff-route.server";
import type { ScreenHandle } from "~/web/screen";

export const handle: ScreenHandle = { title: "Switch off these codes – HyperLoop", noindex: true };

export const loader = staffLoader("discounts.change", ({ request, now }) => {
  const things = selectedIn(request).flatMap((id) => {
    const found = discountWithUses(id, now);
    if (!found) return [];
    const { code, isActive } = found.discount;
    return [{ id, name: code, problem: isActive ? null : "It’s off already." }];
  });
  return { things };
});

export const action = staffAction("discounts.change", (at) =>
  respondToEach(
    at,
    nothingForm,
    {
      to: PATHS.discounts,
      one: "code",
      many: "codes",
      done: "off",
      refused: () => "It no longer exists.",
    },
    (id) => switchDiscount(id, false, at.staff.staffId, at.now),
  ),
);

export default function SwitchOffSelected() {
  const { things } = useLoaderData<typeof loader>();
  return (
    <BulkPage
      title="Switch off these codes?"
      back={{ label: "Discounts", href: PATHS.discounts }}
      things={things}
      lead="We’ll switch these off"
      button={(count) => `Switch off ${formatFigureOf(count, "code", "codes")}`}
    >
      <p>Nobody can use them until you switch them on again. Orders already paid keep their discount.</p>
    </BulkPage>
  );
}
