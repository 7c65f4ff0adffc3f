import { formatNumber } from "~/domain/kernel/text/numbers";
import { classes } from "./classes";

export interface WordCountProps {
  /** Goes into the field's `describedBy`. */
  readonly id: string;
  /** Id of the text area whose words a script continues to count. */
  readonly field: string;
  /** As the server counted them when they were saved; null while nobody has. */
  readonly count: number | null;
  readonly limit: number;
  /** The characters of the text, and the most it may have. */
  readonly characters: number;
  readonly mostCharacters: number;
}

/**
 * "38 of 500 words" below a text area; over a limit it also says by how many. The script of the week writes the same
 * sentences while somebody types.
 */
export function WordCount({ id, field, count, limit, characters, mostCharacters }: WordCountProps) {
  const isOver = (count ?? 0) > limit || characters > mostCharacters;
  return (
    <p
      id={id}
      className={classes("word-count", isOver && "word-count-over")}
      data-counts={field}
      data-limit={limit}
      data-characters={mostCharacters}
    >
      {count === null ? `Up to ${formatNumber(limit)} words` : formatCount(count, limit, "words")}
      {characters > mostCharacters && `, ${formatCount(characters, mostCharacters, "characters")}`}
    </p>
  );
}

export interface LengthCountProps {
  readonly id: string;
  readonly field: string;
  readonly characters: number;
  readonly mostCharacters: number;
}

/** Below a field of one line: nothing until it is too long, then by how many characters. */
export function LengthCount({ id, field, characters, mostCharacters }: LengthCountProps) {
  return (
    <p id={id} className="word-count word-count-over" data-counts={field} data-characters={mostCharacters}>
      {characters > mostCharacters && formatCount(characters, mostCharacters, "characters")}
    </p>
  );
}

function formatCount(count: number, most: number, what: string): string {
  const over = count > most ? `, ${formatNumber(count - most)} too many` : "";
  return `${formatNumber(count)} of ${formatNumber(most)} ${what}${over}`;
}
