import { isSignatureOf, signatureOf } from "~/domain/kernel/links/signatures.server";
import { weeksToMask } from "../catalogue/stitch-mask";
import { WEEKS } from "../rules/calendar";

/**
 * Links in weekly emails. A link is signed for its one purpose, so that nobody can forge one: it leads the loop's owner
 * to the week, and signs nobody in.
 */

const WEEK = "weekly-link";
const PICTURE = "email-picture";

/** The path to the form of this week. */
export function weekLink(loopId: string, week: number): string {
  const place = `${loopId}.${week}`;
  return `/this-week/${place}.${signatureOf(WEEK, place)}`;
}

/** The week that a token leads to; undefined when the signature is wrong. */
export function readWeekToken(token: string): { loopId: string; week: number } | undefined {
  const [, loopId = "", digits = "", seal = ""] = /^([\w-]{1,40})\.(\d{1,2})\.([\w-]{43})$/.exec(token) ?? [];
  const week = Number(digits);
  if (week < 1 || week > WEEKS || !isSignatureOf(WEEK, `${loopId}.${digits}`, seal)) return undefined;
  return { loopId, week };
}

/**
 * The path of a loop's picture, with the needle at the due week: as PNG, because most email clients show no SVG. It is
 * signed, because drawing is slow and only our own requests should be drawn.
 */
export function pictureLink(theme: string, weeks: ReadonlySet<number>, due: number): string {
  const mask = weeksToMask(weeks);
  return `/art/${theme}/${mask}.png?due=${due}&start=sewn&seal=${signatureOf(PICTURE, `${theme}.${mask}.${due}`)}`;
}

/** Whether the signature of a picture URL is ours. */
export function isEmailPicture(theme: string, mask: string, due: number, seal: string): boolean {
  return isSignatureOf(PICTURE, `${theme}.${mask}.${due}`, seal);
}
