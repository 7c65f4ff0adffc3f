import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { deleteDiscount, discountWithUses } from "~/domain/discounts/admin-discounts.server";
import { StaffFrame } from "~/hyperloop/frame";
import { Button } from "~/ui/button";
import { PostForm } from "~/ui/post-form";
import { notFound, PRIVATE, seeOther } from "~/web/answers.server";
import { currentTime } from "~/web/clock.server";
import { param } from "~/web/params";
import type { ScreenHandle } from "~/web/screen";
import { requireStaff } from "~/web/staff-auth.server";

export const handle: ScreenHandle = { title: "Delete a discount code – HyperLoop", noindex: true };

/** Asks before a code is done away with. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, "discounts.change");
  const found = discountWithUses(param(params, "discount"), currentTime());
  if (!found) notFound();
  const { id, code } = found.discount;
  return data({ staff, id, code, isUsed: found.uses.length > 0 }, { headers: PRIVATE });
}

export async function action({ request, params }: ActionFunctionArgs) {
  const staff = await requireStaff(request, "discounts.change");
  const deleted = deleteDiscount(param(params, "discount"), staff.staffId, currentTime());
  if (!deleted.ok) notFound();
  return await seeOther("/hyperloop/discounts", {
    flash: { tone: "ok", message: "The discount code is deleted." },
  });
}

export default function DeleteDiscount() {
  const { staff, id, code, isUsed } = useLoaderData<typeof loader>();
  return (
    <StaffFrame
      staff={staff}
      title="Are you sure you want to delete this discount code?"
      lead={code}
      back={{ label: "Back to the code", href: `/hyperloop/discounts/${id}` }}
    >
      <p>
        {isUsed
          ? "Orders have used it: they keep it, and nobody can use it any more."
          : "Nobody has used it. It will be gone."}
      </p>
      <PostForm>
        <Button size="staff" variant="danger">
          Delete
        </Button>
      </PostForm>
    </StaffFrame>
  );
}
