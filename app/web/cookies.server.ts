import { type Cookie, createCookie, createCookieSessionStorage } from "@remix-run/node";
import { settings } from "~/adapters/settings.server";
import { IMPERSONATION_MINUTES, RESET_LINK_MINUTES, STAFF_SESSION_HOURS } from "~/domain/kernel/time/access-lengths";
import { DAY_SECONDS, HOUR_SECONDS, MINUTE_SECONDS } from "~/domain/kernel/time/durations";
import { DEVICE_DAYS, SESSION_DAYS } from "~/domain/people/accounts/session-length";
import { CART_DAYS, ENTRA_MINUTES, FLASH_MINUTES, FORM_TOKEN_DAYS, JOURNEY_DAYS, SEEN_MINUTES } from "./cookie-lengths";
import { keysFor } from "./keys.server";

/**
 * Our cookies, all strictly necessary: the session, the devices this browser is known as, the choices of a journey and
 * of a sign-up, what was typed to pay, the CSRF secret, a flash message, the key of a password reset link, and a staff
 * sign-in pending at the
 * directory. Over https they carry the __Host- prefix, so that no other subdomain can set one. Each is signed with its
 * own key.
 */

const isHttps = settings.publicOrigin.startsWith("https://");

export type CookieWord =
  | "session"
  | "device"
  | "journey"
  | "signup"
  | "typed"
  | "cart"
  | "form"
  | "flash"
  | "typed"
  | "reset"
  | "staff"
  | "staff_device"
  | "entra"
  | "set_up"
  | "impersonation"
  | "seen";

function cookieName(name: CookieWord): string {
  return `${isHttps ? "__Host-" : ""}loop_${name}`;
}

/** Signs with a key of its own; without a length in seconds the cookie ends with the browser's session. */
function attributesOf(name: CookieWord, maxAge?: number, sameSite: "lax" | "strict" = "lax") {
  const secrets = keysFor(`cookie:${name.replace("_", "-")}`);
  return { path: "/", httpOnly: true, sameSite, secure: isHttps, maxAge, secrets } as const;
}

const cookie = (name: CookieWord, maxAge?: number, sameSite?: "strict") =>
  parsedOnce(createCookie(cookieName(name), attributesOf(name, maxAge, sameSite)));

const storage = (name: CookieWord, maxAge?: number) => createCookieSessionStorage({ cookie: cookie(name, maxAge) });

/**
 * 2026-11-27: verifying a signature takes as long as three queries, and a browser sends the same header with every request of a
 * visit. What was read of a header depends on it and our keys alone, so that it is read from here until there are too many.
 */
const MOST_HEADERS = 500;
const values = new Map<string, Map<Cookie, Promise<unknown>>>();

function parsedOnce(signed: Cookie): Cookie {
  const parse: Cookie["parse"] = (header, options) => {
    if (!header || options) return signed.parse(header, options);
    if (values.size >= MOST_HEADERS) values.clear();
    const ofHeader = values.get(header) ?? new Map<Cookie, Promise<unknown>>();
    const value = ofHeader.get(signed) ?? signed.parse(header);
    values.set(header, ofHeader.set(signed, value));
    return value;
  };
  return Object.create(signed, { parse: { value: parse } });
}

/** Names a row of the sessions table. */
export const sessionCookie = cookie("session", SESSION_DAYS * DAY_SECONDS);

/**
 * Tokens of the accounts that have signed in here. Signing out keeps it, because it recognises the browser at the next
 * sign-in.
 */
export const deviceCookie = cookie("device", DEVICE_DAYS * DAY_SECONDS);

/** How far a copy of the database must have come to show this visitor what they have written. */
export const seenCookie = cookie("seen", SEEN_MINUTES * MINUTE_SECONDS);

/** The CSRF secret of this browser, to which the tokens of our forms are tied. */
export const formCookie = cookie("form", FORM_TOKEN_DAYS * DAY_SECONDS);

/** Choices only: never a price, a permission or a name. */
export const journeyStorage = storage("journey", JOURNEY_DAYS * DAY_SECONDS);

/** The chosen copies, stored as long as the journey. */
export const cartCookie = cookie("cart", CART_DAYS * DAY_SECONDS);

/** The progress of the streamlined sign-up; it ends with the browser's session. */
export const signupStorage = storage("signup");

/** What was typed on the payment page, until it is paid or the browser's session ends. */
export const typedStorage = storage("typed");

export const flashStorage = storage("flash", FLASH_MINUTES * MINUTE_SECONDS);

/** Names a row of the staff sessions table; no link or form of another site sends it. */
export const staffCookie = cookie("staff", STAFF_SESSION_HOURS * HOUR_SECONDS, "strict");

/** Tokens of the staff members who have signed in here. */
export const staffDeviceCookie = cookie("staff_device", DEVICE_DAYS * DAY_SECONDS, "strict");

/** The key of a reset link, kept out of the address, for as long as the link is valid. */
export const resetCookie = cookie("reset", RESET_LINK_MINUTES * MINUTE_SECONDS);

/** A staff sign-in pending at the directory, which redirects back here from another site. */
export const entraCookie = cookie("entra", ENTRA_MINUTES * MINUTE_SECONDS);

/** The key of a staff set-up email, kept out of the address. */
export const setUpCookie = cookie("set_up", HOUR_SECONDS);

/** A staff member's impersonation of a customer; worthless without the staff session cookie. */
export const impersonationCookie = cookie("impersonation", IMPERSONATION_MINUTES * MINUTE_SECONDS, "strict");
