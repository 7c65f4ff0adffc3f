import { EMPTYING } from "~/domain/diary/entries/emptying";
import { Button } from "~/ui/button";
import { PostForm } from "~/ui/post-form";
import { versionsAddress } from "./week-address";

interface EmptyingFormProps {
  readonly loopId: string;
  readonly week: number;
  /** The version to delete; null for the whole week. */
  readonly version: number | null;
}

/** Says what would be deleted, and deletes it at one press. */
export function EmptyingForm({ loopId, week, version }: EmptyingFormProps) {
  const list = versionsAddress(loopId, week);
  return (
    <PostForm action={list} className="stack">
      <input type="hidden" name="loop" value={loopId} />
      <input type="hidden" name="week" value={week} />
      {version !== null && <input type="hidden" name="version" value={version} />}
      <p>{version === null ? EMPTYING.week : EMPTYING.version}</p>
      <div className="row">
        <Button variant="danger" name="intent" value={version === null ? "empty-week" : "delete-version"}>
          {version === null ? `Empty week ${week}` : "Delete this version"}
        </Button>
        <a href={version === null ? list : `${list}&version=${version}`}>Keep it</a>
      </div>
    </PostForm>
  );
}
