import { flashStorage } from "./cookies.server";
import type { Flash } from "./flash";

/** The cookie with a message for the next page, which reads it once. */
export async function leaveFlash(flash: Flash): Promise<string> {
  const session = await flashStorage.getSession();
  session.flash("message", flash);
  return await flashStorage.commitSession(session);
}

/** The message for this page, with the cookie that removes it. */
export async function takeFlash(request: Request): Promise<{ flash: Flash | null; setCookie: string | null }> {
  const session = await flashStorage.getSession(request.headers.get("cookie"));
  const flash = session.get("message") as Flash | undefined;
  if (!flash) return { flash: null, setCookie: null };
  return { flash, setCookie: await flashStorage.destroySession(session) };
}
