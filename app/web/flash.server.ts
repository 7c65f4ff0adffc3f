import { flashStorage } from "./cookies.server";
import type { Flash } from "./flash";

/** A sentence for the next page, read once. */
export async function leaveFlash(flash: Flash): Promise<string> {
  const session = await flashStorage.getSession();
  session.flash("message", flash);
  return await flashStorage.commitSession(session);
}

/** The sentence left for this page, with the cookie that forgets it. */
export async function takeFlash(
  request: Request,
): Promise<{ flash: Flash | null; setCookie: string | null }> {
  const session = await flashStorage.getSession(request.headers.get("cookie"));
  const flash = session.get("message") as Flash | undefined;
  if (!flash) return { flash: null, setCookie: null };
  return { flash, setCookie: await flashStorage.destroySession(session) };
}
