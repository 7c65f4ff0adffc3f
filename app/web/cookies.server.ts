import { createCookie, createCookieSessionStorage } from "@remix-run/node";
import { settings } from "~/adapters/settings.server";
import { RESET_LINK_MINUTES } from "~/domain/accounts/password-reset";
import { DEVICE_DAYS, SESSION_DAYS } from "~/domain/accounts/session-length";
import { IMPERSONATION_MINUTES, STAFF_SESSION_HOURS } from "~/domain/staff/access-lengths";
import { DAY_SECONDS, HOUR_SECONDS, MINUTE_SECONDS } from "~/domain/time/durations";
import { CART_DAYS, ENTRA_MINUTES, FLASH_MINUTES, FORM_TOKEN_DAYS, JOURNEY_DAYS } from "./cookie-lengths";
import { keysFor } from "./keys.server";

/**
 * Our cookies, all strictly needed: who is signed in, which people this browser is known to belong to, the choices
 * of a journey, how far a sign-up has come, the mark that ties a form to a browser, a message to be read once,
 * the key of a link for a new password, and a sign-in of the staff that is under way elsewhere. Over https they carry the __Host- prefix, so that no neighbouring host can
 * plant one. Each is signed with a key of its own.
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
  | "look";

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

/** Marks of the people who have signed in here; it stays at logout, or it would be of no use. */
export const deviceCookie = createCookie(cookieName("device"), {
  ...shared,
  maxAge: DEVICE_DAYS * DAY_SECONDS,
  secrets: keysFor("cookie:device"),
});

/** A random mark of this browser, to which the tokens in our forms are tied. */
export const formCookie = createCookie(cookieName("form"), {
  ...shared,
  maxAge: FORM_TOKEN_DAYS * DAY_SECONDS,
  secrets: keysFor("cookie:form"),
});

/** Choices only: never a price, a right or a name. */
export const journeyStorage = createCookieSessionStorage({
  cookie: {
    name: cookieName("journey"),
    ...shared,
    maxAge: JOURNEY_DAYS * DAY_SECONDS,
    secrets: keysFor("cookie:journey"),
  },
});

/** Copies chosen, kept as long as the journey is. */
export const cartCookie = createCookie(cookieName("cart"), {
  ...shared,
  maxAge: CART_DAYS * DAY_SECONDS,
  secrets: keysFor("cookie:cart"),
});

/** How far signing up and paying in one go has come; gone with the browser's session. */
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

/** Names a row of the staff's own table of sessions; no other site's link or form takes it along. */
export const staffCookie = createCookie(cookieName("staff"), {
  ...shared,
  sameSite: "strict",
  maxAge: STAFF_SESSION_HOURS * HOUR_SECONDS,
  secrets: keysFor("cookie:staff"),
});

/** Marks of the staff who have signed in here. */
export const staffDeviceCookie = createCookie(cookieName("staff_device"), {
  ...shared,
  sameSite: "strict",
  maxAge: DEVICE_DAYS * DAY_SECONDS,
  secrets: keysFor("cookie:staff-device"),
});

/** The key of a reset link, out of the address and for as long as the link lives. */
export const resetCookie = createCookie(cookieName("reset"), {
  ...shared,
  maxAge: RESET_LINK_MINUTES * MINUTE_SECONDS,
  secrets: keysFor("cookie:reset"),
});

/** A sign-in of the staff under way at their directory, which sends them back here from another site. */
export const entraCookie = createCookie(cookieName("entra"), {
  ...shared,
  maxAge: ENTRA_MINUTES * MINUTE_SECONDS,
  secrets: keysFor("cookie:entra"),
});

/** The key of an email by which one of the staff sets up their way in, out of the address. */
export const setUpCookie = createCookie(cookieName("set_up"), {
  ...shared,
  maxAge: HOUR_SECONDS,
  secrets: keysFor("cookie:set-up"),
});

/** Somebody of the staff who looks as a customer; worth nothing without their own cookie beside it. */
export const impersonationCookie = createCookie(cookieName("look"), {
  ...shared,
  sameSite: "strict",
  maxAge: IMPERSONATION_MINUTES * MINUTE_SECONDS,
  secrets: keysFor("cookie:look"),
});
