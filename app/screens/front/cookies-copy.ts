import { readCookies, readPage } from "~/content/pages";
import type { Company } from "~/domain/kernel/company/company";
import { capitalise, minutesInWords, numberInWords } from "~/domain/kernel/text/numbers";
import { RESET_LINK_MINUTES } from "~/domain/kernel/time/access-lengths";
import { SESSION_DAYS, SESSION_IDLE_DAYS } from "~/domain/people/accounts/session-length";
import { CART_DAYS, FLASH_MINUTES, FORM_TOKEN_DAYS, JOURNEY_DAYS, SEEN_MINUTES } from "~/web/cookie-lengths";

const COOKIES = readCookies({
  cartDays: CART_DAYS,
  flashMinutes: FLASH_MINUTES,
  seenMinutes: SEEN_MINUTES,
  formTokenDays: FORM_TOKEN_DAYS,
  journeyDays: JOURNEY_DAYS,
  resetLinkTime: capitalise(minutesInWords(RESET_LINK_MINUTES)),
  sessionDays: SESSION_DAYS,
  sessionIdleDays: SESSION_IDLE_DAYS,
});

/** A cookie, by its name as the browser shows it. */
export type CookieLine = (typeof COOKIES)[number];

/**
 * Every cookie a visitor or customer can get from us. All are strictly necessary, so none needs consent (Privacy and
 * Electronic Communications Regulations 2003, reg. 6(4)).
 *
 * @param isHttps whether people reach the site over https, where names begin with __Host-.
 */
export function ourCookies(isHttps: boolean): readonly CookieLine[] {
  return COOKIES.map((cookie) => ({ ...cookie, name: `${isHttps ? "__Host-" : ""}${cookie.name}` }));
}

/** The text around the table of cookies, which follows the first passage. */
export const cookiesCopy = readPage<[company: Company]>("cookies", {
  cookies: numberInWords(COOKIES.length),
  email: ({ email }) => email,
});
