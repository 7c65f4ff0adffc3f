import type { Cookie } from "@remix-run/node";
import { type MarkOwner, MOST_MARKS, newDeviceMark, withMark } from "~/domain/accounts/devices.server";

/** The marks this browser shows; a cookie that is forged or of another shape is none. */
export async function readDeviceMarks(request: Request, cookie: Cookie): Promise<string[]> {
  const marks: unknown = await cookie.parse(request.headers.get("cookie"));
  if (!Array.isArray(marks)) return [];
  return marks.filter((mark): mark is string => typeof mark === "string").slice(0, MOST_MARKS);
}

/** The cookie by which this browser will be known as this person's, beside those it is known as already. */
export async function deviceHeader(request: Request, cookie: Cookie, owner: MarkOwner): Promise<string> {
  return await cookie.serialize(withMark(await readDeviceMarks(request, cookie), newDeviceMark(owner)));
}
