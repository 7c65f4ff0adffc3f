import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import { settings } from "~/adapters/settings.server";
import { weeksToMask } from "../catalogue/stitch-mask";
import { WEEKS } from "./calendar";

/**
 * Addresses that stand in weekly emails. The link is sealed for its one purpose, so that nobody makes others up: it
 * leads whoever owns the loop to its week, and signs nobody in.
 */

const WEEK = "weekly-link";
const PICTURE = "email-picture";

/** The path that leads to the form of this week, for as long as there is one. */
export function weekLink(loopId: string, week: number): string {
  const place = `${loopId}.${week}`;
  return `/this-week/${place}.${sealOf(WEEK, place)}`;
}

/** Which week a ticket leads to; undefined where it is not one of ours. */
export function readWeekToken(token: string): { loopId: string; week: number } | undefined {
  const [, loopId = "", digits = "", seal = ""] = /^([\w-]{1,40})\.(\d{1,2})\.([\w-]{43})$/.exec(token) ?? [];
  const week = Number(digits);
  if (week < 1 || week > WEEKS || !isSealOf(WEEK, `${loopId}.${digits}`, seal)) return undefined;
  return { loopId, week };
}

/**
 * The path of a loop's picture as it stands, the needle at the week that is due: as PNG, because most mailboxes show
 * no SVG. It is sealed, because drawing one takes a while and nobody else's wishes are to be drawn.
 */
export function pictureLink(theme: string, weeks: ReadonlySet<number>, due: number): string {
  const mask = weeksToMask(weeks);
  return `/art/${theme}/${mask}.png?due=${due}&seal=${sealOf(PICTURE, `${theme}.${mask}.${due}`)}`;
}

/** Whether an email of ours asked for this picture. */
export function isEmailPicture(theme: string, mask: string, due: number, seal: string): boolean {
  return isSealOf(PICTURE, `${theme}.${mask}.${due}`, seal);
}

function sealOf(purpose: string, text: string): string {
  return seals(purpose, text)[0] ?? "";
}

/** Constant in time; any of our secrets may have sealed it. */
function isSealOf(purpose: string, text: string, seal: string): boolean {
  const given = Buffer.from(seal);
  return seals(purpose, text)
    .map((expected) => Buffer.from(expected))
    .some((expected) => expected.length === given.length && timingSafeEqual(expected, given));
}

function seals(purpose: string, text: string): string[] {
  return settings.secrets.map((secret) => {
    const key = Buffer.from(hkdfSync("sha256", secret, "loop", purpose, 32));
    return createHmac("sha256", key).update(text).digest("base64url");
  });
}
