import { readFile } from "node:fs/promises";
import { submissionOf } from "./submission.server";

/** The text of a small file that a form sent; null where none was chosen, or it was larger than the form may send. */
export async function readTextFile(request: Request, name: string): Promise<string | null> {
  const [file] = submissionOf(request).files.get(name) ?? [];
  if (!file || file.tooLarge || file.refused || file.bytes === 0) return null;
  return await readFile(file.path, "utf8");
}
