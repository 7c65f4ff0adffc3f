import { Banner } from "~/ui/banner";
import { WeekLinks } from "./unfinished-weeks";
import { weekAddress } from "./week-address";

/** The notice about photos that could not be used, with links to their weeks, where they can be replaced or left out. */
export function FailedPhotos({ loopId, weeks }: { readonly loopId: string; readonly weeks: readonly number[] }) {
  if (weeks.length === 0) return null;
  const links = weeks.map((week) => ({ week, href: `${weekAddress(loopId, week)}#week` }));
  return (
    <div className="container section-tight">
      <Banner tone="warn">
        We couldn’t use a photo of {weeks.length === 1 ? "week" : "weeks"} <WeekLinks weeks={links} />. Your words are
        saved. Please add it again there, or leave it out.
      </Banner>
    </div>
  );
}
