import type { TestResponse } from "../../../tests/support/test-response";
import type { Visitor } from "../../../tests/support/visitor";

/** What people in the shop of the bench `trouble` did, and how each of it was answered. */

export type Act = "read" | "photo" | "write" | "upload" | "choose" | "buy" | "register";

/**
 * What somebody had of an act. `saved`: it is said to be saved. `kept`: what was typed is on the page that is shown,
 * with a sentence. `asked`: something is asked for that came with an earlier try. `cut`: the connection broke, and
 * the form is still in the browser. `lost`: anything else.
 */
export interface Answer {
  act: Act;
  began: number;
  ended: number;
  /** 0 where none came. */
  status: number;
  outcome: "saved" | "kept" | "asked" | "cut" | "lost";
  sentence: string;
}

export interface Diary {
  answers: Answer[];
  /** Paragraphs that were said to be saved, by loop and week. */
  words: { loopId: string; week: number; paragraph: string }[];
  /** Paragraphs that people still have on their page. */
  unsent: Set<string>;
  /** Paragraphs that a page took and neither saved nor showed again. */
  gone: string[];
  /** Checkouts that are paid for at the provider. */
  paid: string[];
  /** How many forms are on their way. */
  sending: number;
  /** Those who registered, and when their code came. */
  registered: { email: string; began: number; codeAt: number | null }[];
}

/** Does one thing and notes how it was answered. */
export async function note(
  diary: Diary,
  act: Act,
  run: () => Promise<TestResponse>,
  assess: (page: TestResponse) => Pick<Answer, "outcome" | "sentence">,
): Promise<TestResponse | null> {
  const began = performance.now();
  const isForm = act !== "read" && act !== "photo";
  if (isForm) diary.sending += 1;
  const write = (status: number, found: Pick<Answer, "outcome" | "sentence">) =>
    diary.answers.push({ act, began, ended: performance.now(), status, ...found });
  try {
    const page = await run();
    write(page.status, assess(page));
    return page;
  } catch (error) {
    const { code = "", message = String(error) } = error as NodeJS.ErrnoException;
    write(0, { outcome: code.startsWith("ECONN") ? "cut" : "lost", sentence: code || message.slice(0, 200) });
    return null;
  } finally {
    if (isForm) diary.sending -= 1;
  }
}

export const wasRead = (page: TestResponse): Pick<Answer, "outcome" | "sentence"> =>
  page.status === 200 ? { outcome: "saved", sentence: "" } : { outcome: "lost", sentence: sentenceOn(page) };

export async function read(diary: Diary, browser: Visitor, path: string): Promise<boolean> {
  const page = await note(diary, "read", () => browser.visit(path), wasRead);
  return page?.status === 200;
}

export async function look(diary: Diary, browser: Visitor, path: string): Promise<void> {
  await note(diary, "photo", () => browser.send(path, { follow: true }), wasRead);
}

/** What a page says of what happened: its errors and banners, or its heading and what follows. */
export function sentenceOn(page: TestResponse): string {
  const said = page.root
    .querySelectorAll(".error-summary li, [role=alert], [role=status], .banner")
    .map((element) => element.text.replace(/\s+/g, " ").trim())
    .filter(Boolean);
  const words =
    said.length > 0 ? [...new Set(said)].join(" / ") : page.text(page.root.querySelector("main") ? "main" : "body");
  return words
    .replace(/ ?(Send it again )?Reference: \S+/, "")
    .replace(/newcomer\.\d+@/, "newcomer@")
    .slice(0, 260);
}
