import type { StaffRole } from "~/domain/people/staff/permissions";
import { codeAt, colleague, STAFF_PASSWORD } from "../domain/people/staff/colleagues";
import type { App } from "./app";
import type { Visitor } from "./visitor";

const FIRST_PAGE = "/hyperloop/dashboard";

export interface StaffBrowser {
  browser: Visitor;
  staffId: string;
  email: string;
  /** Of the second factor, in base 32. */
  secret: string;
}

/** A new staff member in this role, signed in by the real form, on this page. */
export async function staffBrowser(app: App, role: StaffRole, path = FIRST_PAGE): Promise<StaffBrowser> {
  const { id, email, secret } = await colleague(role);
  const browser = app.visitor();
  await browser.visit("/hyperloop");
  await browser.submit("Sign in", staffCredentials(email, secret));
  if (browser.page.path !== FIRST_PAGE) throw new Error(`${email} was not let in.`);
  if (path !== FIRST_PAGE) await browser.visit(path);
  return { browser, staffId: id, email, secret };
}

/** What they type to sign in. */
export function staffCredentials(email: string, secret: string, at = new Date()) {
  return { "Email address": email, Password: STAFF_PASSWORD, Code: codeAt(secret, at) };
}
