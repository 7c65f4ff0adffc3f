import { segmentedWordsOf, WITHOUT_SPACES } from "./segments";

/** Counts words as a person does, also in scripts without spaces; for the server and for the week's page alike. */
export function countWords(text: string): number {
  let count = 0;
  for (const part of text.split(/\s+/u)) {
    if (WITHOUT_SPACES.test(part)) count += [...segmentedWordsOf(part)].length;
    else if (/[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(part)) count += 1;
  }
  return count;
}
