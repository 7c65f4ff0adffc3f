import type { QueuePlace } from "~/domain/backoffice/moderation/moderation-queue.server";
import { PATHS } from "~/hyperloop/paths";
import { LinkButton } from "~/ui/button";
import { ArrowIcon, BackArrowIcon } from "~/ui/icons";

/** How many wait, how many this reviewer has decided, and links to the entries before and after. */
export function QueueSteps({ queue, done }: { readonly queue: QueuePlace; readonly done: number }) {
  const { place, total, previousId, nextId } = queue;
  return (
    <>
      <span className="muted">
        {place !== null && (
          <b>
            {place} of {total}.{" "}
          </b>
        )}
        {done} done today
      </span>
      {previousId && (
        <LinkButton href={`${PATHS.moderation}/${previousId}`} size="staff" variant="line">
          <BackArrowIcon /> Previous
        </LinkButton>
      )}
      {nextId && (
        <LinkButton href={`${PATHS.moderation}/${nextId}`} size="staff" variant="line">
          Next <ArrowIcon />
        </LinkButton>
      )}
    </>
  );
}
