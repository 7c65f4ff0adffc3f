import { createCookie, createCookieSessionStorage } from "@remix-run/node";
import { settings } from "~/adapters/settings.server";
import { RESET_LINK_MINUTES } from "~/domain/accounts/password-reset";
import { DEVICE_DAYS, SESSION_DAYS } from "~/domain/accounts/session-length";
import { IMPERSONATION_MINUTES, STAFF_SESSION_HOURS } from "~/domain/staff/access-lengths";
import { DAY_SECONDS, HOUR_SECONDS, MINUTE_SECONDS } from "~/domain/time/durations";
import { CART_DAYS, FLASH_MINUTES, FORM_TOKEN_DAYS, JOURNEY_DAYS } from "./cookie-lengths";
import { keysFor } from "./keys.server";

/**
 * Our cookies, all strictly necessary: the session, the devices this browser is known as, the choices of a journey and
 * of a sign-up, the CSRF secret, a flash message, the key of a password reset link, and a staff sign-in pending at the
 * directory. Over https they carry the __Host- prefix, so that no other subdomain can set one. Each is signed with its
 * own key.
 */

const isHttps = settings.publicOrigin.startsWith("https://");

export type CookieWord =
  | "session"
  | "device"
  | "journey"
  | "signup"
  | "cart"
  | "form"
  | "flash"
  | "reset"
  | "staff"
  | "staff_device"
  | "entra"
  | "set_up"
  | "impersonation";

function cookieName(name: CookieWord): string {
  return `${isHttps ? "__Host-" : ""}loop_${name}`;
}

const shared = { path: "/", httpOnly: true, sameSite: "lax", secure: isHttps } as const;

/** Names a row of the sessions table. */
export const sessionCookie = createCookie(cookieName("session"), {
  ...shared,
  maxAge: SESSION_DAYS * DAY_SECONDS,
  secrets: keysFor("cookie:session"),
});

/**
 * Tokens of the accounts that have signed in here. Signing out keeps it, because it recognises the browser at the next
 * sign-in.
 */
export const deviceCookie = createCookie(cookieName("device"), {
  ...shared,
  maxAge: DEVICE_DAYS * DAY_SECONDS,
  secrets: keysFor("cookie:device"),
});

/** The CSRF secret of this browser, to which the tokens of our forms are tied. */
export const formCookie = createCookie(cookieName("form"), {
  ...shared,
  maxAge: FORM_TOKEN_DAYS * DAY_SECONDS,
  secrets: keysFor("cookie:form"),
});

/** Choices only: never a price, a permission or a name. */
export const journeyStorage = createCookieSessionStorage({
  cookie: {
    name: cookieName("journey"),
    ...shared,
    maxAge: JOURNEY_DAYS * DAY_SECONDS,
    secrets: keysFor("cookie:journey"),
  },
});

/** The chosen copies, kept as long as the journey. */
export const cartCookie = createCookie(cookieName("cart"), {
  ...shared,
  maxAge: CART_DAYS * DAY_SECONDS,
  secrets: keysFor("cookie:cart"),
});

/** The progress of the streamlined sign-up; it ends with the browser's session. */
export const signupStorage = createCookieSessionStorage({
  cookie: { name: cookieName("signup"), ...shared, secrets: keysFor("cookie:signup") },
});

export const flashStorage = createCookieSessionStorage({
  cookie: {
    name: cookieName("flash"),
    ...shared,
    maxAge: FLASH_MINUTES * MINUTE_SECONDS,
    secrets: keysFor("cookie:flash"),
  },
});

/** Names a row of the staff sessions table; no link or form of another site sends it. */
export const staffCookie = createCookie(cookieName("staff"), {
  ...shared,
  sameSite: "strict",
  maxAge: STAFF_SESSION_HOURS * HOUR_SECONDS,
  secrets: keysFor("cookie:staff"),
});

/** Tokens of the staff members who have signed in here. */
export const staffDeviceCookie = createCookie(cookieName("staff_device"), {
  ...shared,
  sameSite: "strict",
  maxAge: DEVICE_DAYS * DAY_SECONDS,
  secrets: keysFor("cookie:staff-device"),
});

/** The key of a reset link, kept out of the address, for as long as the link is valid. */
export const resetCookie = createCookie(cookieName("reset"), {
  ...shared,
  maxAge: RESET_LINK_MINUTES * MINUTE_SECONDS,
  secrets: keysFor("cookie:reset"),
});

/** A staff sign-in pending at the directory, which redirects back here from another site. */
export const entraCookie = createCookie(cookieName("entra"), {
  ...shared,
  maxAge: 600,
  secrets: keysFor("cookie:entra"),
});

/** The key of a staff set-up email, kept out of the address. */
export const setUpCookie = createCookie(cookieName("set_up"), {
  ...shared,
  maxAge: HOUR_SECONDS,
  secrets: keysFor("cookie:set-up"),
});

/** A staff member's impersonation of a customer; worthless without the staff session cookie. */
export const impersonationCookie = createCookie(cookieName("impersonation"), {
  ...shared,
  sameSite: "strict",
  maxAge: IMPERSONATION_MINUTES * MINUTE_SECONDS,
  secrets: keysFor("cookie:look"),
});
