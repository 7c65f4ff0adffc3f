import { WEEKS } from "~/domain/diary/rules/calendar";
import { formatDay } from "~/domain/kernel/time/format-days";
import { ClothBand } from "~/ui/cloth-band";
import { BigWeek } from "~/ui/dashboard-band";
import { titleAddress } from "./week-address";
import type { WritingData, YearLoop } from "./year.server";

interface WeekHeadProps {
  readonly loop: YearLoop;
  readonly writing: Pick<WritingData, "week" | "days" | "isCatchUp" | "isWritten">;
  readonly hasOtherLoops: boolean;
}

/** Above the form, where the page is about one week: whose year, which week, and what is unusual about it. */
export function WeekHead({ loop, writing, hasOtherLoops }: WeekHeadProps) {
  return (
    <ClothBand theme={loop.theme} className="week-head" id="week">
      <div className="dashboard-title">
        <p className="serif">{loop.title}</p>
        {!loop.hasTitle && <a href={titleAddress(loop.id)}>{loop.titleAction}</a>}
        {hasOtherLoops && <a href="/dashboard?choose=1">Switch Loop</a>}
        <a href="#year-so-far">Your year so far</a>
      </div>
      <div className="week-head-week">
        <BigWeek week={writing.week} weeks={WEEKS} />
        <p>{writing.days}</p>
      </div>
      {writing.isCatchUp && (
        <p>
          {writing.isWritten ? "You’re editing" : "You’re catching up on"} week {writing.week}.{" "}
          <a href={`/dashboard?loop=${loop.id}#week`}>Back to week {loop.week}</a>
        </p>
      )}
      {loop.startsLater && <p>{loop.startsLater}</p>}
      {loop.pausedUntil && <PauseSentence loop={loop} />}
    </ClothBand>
  );
}

export function PauseSentence({ loop }: { readonly loop: Pick<YearLoop, "id" | "pausedUntil"> }) {
  if (!loop.pausedUntil) return null;
  return (
    <p>
      Your year is paused. It continues on {formatDay(loop.pausedUntil)}. No week counts as missed until then.{" "}
      <a href={`/loop-settings/${loop.id}#pause`}>Change the pause</a>
    </p>
  );
}
