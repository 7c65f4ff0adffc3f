import type { Point } from "~/domain/diary/photos/point-of-interest";

/**
 * What must be seen of a photo is chosen by touching it: it lies under five rows of five buttons, which need no script.
 */

const ROWS = ["At the top", "High up", "In the middle", "Low down", "At the foot"] as const;
const COLUMNS = ["at the left edge", "on the left", "halfway across", "on the right", "at the right edge"] as const;

export interface PlaceToTouch {
  readonly name: string;
  readonly intent: string;
  readonly isChosen: boolean;
}

/** The buttons over a photo, row by row, of which one has its point. */
export function placesToTouch(photoId: string, point: Point | null): PlaceToTouch[] {
  const at = (share: number) => Math.min(ROWS.length - 1, Math.floor(share * ROWS.length));
  return ROWS.flatMap((down, row) =>
    COLUMNS.map((across, column) => ({
      name: `${down}, ${across}`,
      intent: `see-${column}${row}:${photoId}`,
      isChosen: point !== null && at(point.x) === column && at(point.y) === row,
    })),
  );
}

/** The photo and the middle of the button touched; undefined for any other intent. */
export function findTouched(intent: string): { photoId: string; point: Point } | undefined {
  const [, column, row, photoId] = /^see-([0-4])([0-4]):([0-9a-z]{1,40})$/.exec(intent) ?? [];
  if (photoId === undefined) return undefined;
  const middle = (place: string | undefined) => (Number(place) + 0.5) / ROWS.length;
  return { photoId, point: { x: middle(column), y: middle(row) } };
}
