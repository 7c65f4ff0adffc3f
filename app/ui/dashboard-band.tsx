import type { ReactNode } from "react";
import { WEEKS } from "~/domain/diary/rules/calendar";
import { ClothBand } from "./cloth-band";
import type { ThemeName } from "./theme";

export interface DashboardBandProps {
  readonly theme?: ThemeName;
  /** The current picture, 720 by 720; its alt text says how many stitches are made and what they show. */
  readonly picture: { readonly src: string; readonly alt: string };
  readonly title: string;
  /** Beside the title: Edit title, Switch loop. */
  readonly titleActions?: ReactNode;
  /** Whether the page opens with it; below the week's form its picture can wait. */
  readonly isFirst: boolean;
  /** Heading, lead, button, missed weeks. */
  readonly children: ReactNode;
}

/** The growing picture, and how far the year is. */
export function DashboardBand(props: DashboardBandProps) {
  const { theme, picture, title, titleActions, isFirst, children } = props;
  return (
    <ClothBand theme={theme} className="dashboard-band">
      <div className="dashboard-band-columns">
        <img
          className="dashboard-picture on-cloth"
          src={picture.src}
          alt={picture.alt}
          width="720"
          height="720"
          loading={isFirst ? undefined : "lazy"}
        />
        <div className="stack">
          <div className="dashboard-title">
            <p className="serif">{title}</p>
            {titleActions}
          </div>
          {children}
        </div>
      </div>
    </ClothBand>
  );
}

/** "Week 23 of 52", in the largest type: the page is about this week. */
export function BigWeek({ week, weeks = WEEKS }: { readonly week: number; readonly weeks?: number }) {
  return (
    <h1 className="big-week">
      <span>Week {week}</span> <small>of {weeks}</small>
    </h1>
  );
}

/** The open weeks, as dashed tags linked to their entry. */
export function OpenStitches({ weeks }: { readonly weeks: readonly { week: number; href: string }[] }) {
  return (
    <ul className="open-stitches">
      {weeks.map((open) => (
        <li key={open.week}>
          <a href={open.href}>Write week {open.week}</a>
        </li>
      ))}
    </ul>
  );
}
