import type { ReactNode } from "react";
import { WEEKS } from "~/domain/loops/calendar";
import { ClothBand } from "./cloth-band";
import type { ThemeName } from "./theme";

export interface DashboardBandProps {
  readonly theme?: ThemeName;
  /** 1 to 52. */
  readonly week: number;
  readonly weeks?: number;
  /** The current picture, 720 by 720; its alt text says how many stitches are made and what they show. */
  readonly picture: { readonly src: string; readonly alt: string };
  readonly title: string;
  /** Beside the title: Edit title, Switch loop. */
  readonly titleActions?: ReactNode;
  /** Lead, button, open stitches. */
  readonly children: ReactNode;
}

/** The head of the dashboard: the current picture and the week in large type. */
export function DashboardBand(props: DashboardBandProps) {
  const { theme, week, weeks = WEEKS, picture, title, titleActions, children } = props;
  return (
    <ClothBand theme={theme} className="dashboard-band">
      <div className="dashboard-band-columns">
        <img className="dashboard-picture" src={picture.src} alt={picture.alt} width="720" height="720" />
        <div className="stack">
          <div className="dashboard-title">
            <p className="serif">{title}</p>
            {titleActions}
          </div>
          <h1 className="big-week">
            <span>Week {week}</span> <small>of {weeks}</small>
          </h1>
          {children}
        </div>
      </div>
    </ClothBand>
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
