import { useLoaderData } from "@remix-run/react";
import { deleteDiscount, discountWithUses } from "~/domain/shop/discounts/admin-discounts.server";
import { StaffFrame } from "~/hyperloop/frame";
import { staffAction, staffLoader } from "~/hyperloop/staff-route.server";
import { Button } from "~/ui/button";
import { PostForm } from "~/ui/post-form";
import { notFound, seeOther } from "~/web/responses.server";
import type { ScreenHandle } from "~/web/screen";

export const handle: ScreenHandle = { title: "Delete a discount code – HyperLoop", noindex: true };

/** Asks before a discount is deleted. */
export const loader = staffLoader("discounts.change", ({ param, now }) => {
  const found = discountWithUses(param("discount"), now) ?? notFound();
  const { id, code } = found.discount;
  return { id, code, isUsed: found.uses.length > 0 };
});

export const action = staffAction("discounts.change", async ({ staff, param, now }) => {
  const deleted = deleteDiscount(param("discount"), staff.staffId, now);
  if (!deleted.ok) notFound();
  return await seeOther("/hyperloop/discounts", {
    flash: { tone: "ok", message: "The discount code is deleted." },
  });
});

export default function DeleteDiscount() {
  const { id, code, isUsed } = useLoaderData<typeof loader>();
  return (
    <StaffFrame
      title="Are you sure you want to delete this discount code?"
      lead={code}
      back={{ label: "Back to the code", href: `/hyperloop/discounts/${id}` }}
    >
      <p>
        {isUsed
          ? "Orders that used it keep the discount. Nobody can use it again."
          : "Nobody has used it. We’ll delete it for good."}
      </p>
      <PostForm>
        <Button size="staff" variant="danger">
          Delete
        </Button>
      </PostForm>
    </StaffFrame>
  );
}
