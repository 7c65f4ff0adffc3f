import { classes } from "./classes";

export interface WordCountProps {
  /** Goes into the field's `describedBy`. */
  readonly id: string;
  /** Id of the text area whose words a script continues to count. */
  readonly field: string;
  /** As the server counted them. */
  readonly count: number;
  readonly limit: number;
}

/** "38 of 500 words" below a text area; over the limit it also says by how many. */
export function WordCount({ id, field, count, limit }: WordCountProps) {
  const over = count - limit;
  return (
    <p
      id={id}
      className={classes("word-count", over > 0 && "word-count-over")}
      data-counts={field}
      data-limit={limit}
    >
      {count} of {limit} words{over > 0 && `, ${over} too many`}
    </p>
  );
}
