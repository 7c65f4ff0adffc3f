import { isPermitted, type Permission } from "~/domain/people/staff/permissions";
import type { VoucherStatus } from "~/domain/shop/vouchers/rules";
import { useStaff } from "~/hyperloop/frame";
import { PATHS } from "~/hyperloop/paths";
import { Button, LinkButton } from "~/ui/button";
import { PostForm } from "~/ui/post-form";

interface VoucherActionsProps {
  readonly id: string;
  readonly status: VoucherStatus;
  /** Whether it has a giver. */
  readonly isBought: boolean;
  /** Whether it can be sent. */
  readonly hasAddress: boolean;
  /** Whether its first day has come. */
  readonly hasBegun: boolean;
}

/** What this role can do with a voucher. */
export function VoucherActions({ id, status, isBought, hasAddress, hasBegun }: VoucherActionsProps) {
  const { role } = useStaff();
  const path = `${PATHS.vouchers}/${id}`;
  const may = (right: Permission) => isPermitted(role, right);
  const isOpen = status === "ACTIVE";
  return (
    <>
      {may("vouchers.reveal") && (
        <>
          <PostForm>
            <Button size="staff" variant="line" name="intent" value="code">
              Show code
            </Button>
          </PostForm>
          <PostForm action={`${path}/document`}>
            <Button size="staff" variant="line">
              Download Voucher
            </Button>
          </PostForm>
        </>
      )}
      {isOpen && hasAddress && may("vouchers.resend") && (
        <PostForm>
          <Button size="staff" variant="line" name="intent" value="resend">
            Resend
          </Button>
        </PostForm>
      )}
      {isOpen && isBought && may("vouchers.resend") && (
        <LinkButton href={`${path}/recipient`} size="staff" variant="line">
          Correct recipient
        </LinkButton>
      )}
      {isOpen && isBought && may("vouchers.cancel") && (
        <LinkButton href={`${path}/new-code`} size="staff" variant="line">
          New code
        </LinkButton>
      )}
      {(isOpen || status === "EXPIRED") && may("vouchers.extend") && (
        <LinkButton href={`${path}/extend`} size="staff" variant="line">
          Extend
        </LinkButton>
      )}
      {isOpen && hasBegun && may("vouchers.redeem") && (
        <LinkButton href={`${path}/redeem`} size="staff">
          Manual Redeem
        </LinkButton>
      )}
      {(isOpen || status === "SUSPENDED") && may("vouchers.cancel") && (
        <LinkButton href={`${path}/cancel`} size="staff" variant="danger">
          Cancel Voucher
        </LinkButton>
      )}
    </>
  );
}
