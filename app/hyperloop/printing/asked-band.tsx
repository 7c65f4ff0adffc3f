import type { reprintWaitingFor } from "~/domain/operations/printing/reprint-requests.server";
import { isPermitted, type StaffRole } from "~/domain/people/staff/permissions";
import { PATHS } from "~/hyperloop/paths";
import { Banner } from "~/ui/banner";
import { formatReprint } from "./printing-labels";

interface AskedBandProps {
  readonly asked: NonNullable<ReturnType<typeof reprintWaitingFor>>;
  readonly role: StaffRole;
}

/** A reprint that waits for a second person. */
export function AskedBand({ asked, role }: AskedBandProps) {
  const { request, requestedBy, line } = asked;
  return (
    <Banner tone="info">
      <b>
        {requestedBy ?? "A former colleague"} asked: {formatReprint(line, request)}
      </b>{" "}
      It’s waiting for a second person.
      {isPermitted(role, "printing.approve_reprint") && (
        <>
          {" "}
          <a href={`${PATHS.reprintRequests}/${request.id}`}>Open the request</a>
        </>
      )}
    </Banner>
  );
}
