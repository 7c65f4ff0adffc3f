import { write } from "../../../db/client.server";
import { Browser } from "./browser";

/** A browser in which a super administrator is signed in to the back office. */
export async function staffBrowser(origin: string): Promise<Browser> {
  const browser = new Browser(origin);
  browser.plant(await staffCookieFor());
  return browser;
}

/** The cookie of a super administrator who has just signed in. */
export async function staffCookieFor(): Promise<string> {
  const { addStaff } = await import("../../../app/domain/people/staff/staff.server");
  const { beginStaffSession } = await import("../../../app/domain/people/staff/staff-sessions.server");
  const { staffCookie } = await import("../../../app/web/cookies.server");
  const now = new Date();
  const added = await addStaff({ email: "bench@loop.example", name: "Bench", role: "super_admin" }, null, now);
  if (!added.ok) throw new Error(added.reason);
  const key = write((tx) => beginStaffSession(tx, added.staffId, now));
  return await staffCookie.serialize(key);
}
