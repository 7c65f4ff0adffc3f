import { useForm } from "@conform-to/react";
import type { Move } from "~/domain/diary/loops/forms";
import { WISH_FIELD } from "~/domain/diary/loops/starting";
import { WEEKS } from "~/domain/diary/rules/calendar";
import { formatDay } from "~/domain/kernel/time/format-days";
import { Button } from "~/ui/button";
import { checkboxOf } from "~/ui/conform-field";
import { DialogPage } from "~/ui/dialog-page";
import { PostForm } from "~/ui/post-form";
import { StartTick } from "~/ui/start-tick";
import { Table } from "~/ui/table";
import { TextLink } from "~/ui/text-link";
import type { SettingsActionResult } from "./loop-settings-actions.server";
import type { ChangeData, LoopSettingsData } from "./loop-settings-data.server";

interface ChangeProps {
  readonly view: LoopSettingsData;
  readonly actionData: SettingsActionResult;
  readonly change: NonNullable<SettingsActionResult["change"]>;
}

/** Previews the change before it is applied. */
export function ChangeToConfirm({ view, actionData, change }: ChangeProps) {
  const { before, after, weeks } = change;
  const isPause = weeks !== undefined;
  const back = `/loop-settings/${view.id}`;
  const [, sent] = useForm<Move>({ id: actionData.intent, lastResult: actionData.reply });
  return (
    <DialogPage title={isPause ? "Pause your year?" : "Change the delivery date?"} backHref={back}>
      <p>
        {isPause
          ? `We won’t email you for ${weeks === 1 ? "a week" : `${weeks} weeks`}, and no week will count as missed. You can still write.`
          : before.firstDay === after.firstDay
            ? "Your weeks stay as they are. Only the book’s date changes."
            : "Your year hasn’t started yet, so all of it moves."}
      </p>
      {!isPause && after.catchUpWeeks > before.catchUpWeeks && (
        <p>
          This date means {after.catchUpWeeks} catch-up {after.catchUpWeeks === 1 ? "week" : "weeks"}. You can write{" "}
          {after.catchUpWeeks === 1 ? "it" : "them"} whenever you like.
        </p>
      )}
      <Table
        caption="What changes"
        captionHidden
        columns={[
          { label: "Day", cell: ({ id }) => id },
          { label: "Now", cell: ({ now }) => now },
          { label: "New", cell: ({ now, becomes }) => (now === becomes ? becomes : <b>{becomes}</b>) },
        ]}
        rows={rowsOf(change).map(({ what, ...days }) => ({ id: what, ...days }))}
      />
      <PostForm className="row" action={back}>
        {isPause ? (
          <>
            <input type="hidden" name="weeks" value={weeks} />
            <input type="hidden" name="agreed" value={`${weeks} on ${view.pause.weeksTaken}`} />
            <Button variant="theme" name="intent" value="pause">
              Pause my year
            </Button>
          </>
        ) : (
          <>
            <input type="hidden" name="deliveryDay" value={after.deliveryDay} />
            <input type="hidden" name="agreed" value={after.deliveryDay} />
            {change.laterStart && (
              <StartTick {...checkboxOf(sent[WISH_FIELD])} laterStart={change.laterStart} isNeeded />
            )}
            <Button variant="theme" name="intent" value="move">
              Change the date
            </Button>
          </>
        )}
        <TextLink href={back}>Leave it as it is</TextLink>
      </PostForm>
    </DialogPage>
  );
}

function rowsOf({ before, after }: ChangeData) {
  const rows = [
    { what: "First day", now: formatDay(before.firstDay), becomes: formatDay(after.firstDay) },
    {
      what: `End of week ${before.week}`,
      now: formatDay(before.weekEnds),
      becomes: before.week === after.week ? formatDay(after.weekEnds) : `Week ${after.week} by then`,
    },
    { what: `Last day of week ${WEEKS}`, now: formatDay(before.lastDay), becomes: formatDay(after.lastDay) },
    { what: "Your book", now: formatDay(before.deliveryDay), becomes: formatDay(after.deliveryDay) },
  ];
  return rows.filter(({ what, now, becomes }) => now !== becomes || what === "Your book" || what.startsWith("Last"));
}
