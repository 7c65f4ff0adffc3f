import type { Assessment, Check, Given } from "./check";

interface Limits {
  given?: Given;
  /** What is said of a check that takes longer than this. */
  late?: { limitMs: number; finding: Assessment };
  /** What is said of one that throws. */
  broken(error: unknown): Assessment;
}

/** What a check finds. @throws only what `broken` throws. */
export async function runCheck(check: Check, now: Date, { given = {}, late, broken }: Limits): Promise<Assessment[]> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<Assessment>((resolve) => {
    if (late) timer = setTimeout(() => resolve(late.finding), late.limitMs);
  });
  try {
    return [await Promise.race([check.assess(now, given), tooLong])].flat();
  } catch (error) {
    return [broken(error)];
  } finally {
    clearTimeout(timer);
  }
}
