import { z } from "zod";
import { isSignatureOf, sign } from "./keys.server";

/** A signed token that allows one upload to our own storage address, and names the file. */
const UploadToken = z.object({
  key: z.string(),
  contentType: z.string(),
  bytes: z.number(),
  expiresAt: z.number(),
});

export type UploadToken = z.infer<typeof UploadToken>;

export function signToken({ key, contentType, bytes, expiresAt }: UploadToken): string {
  const text = Buffer.from(JSON.stringify({ key, contentType, bytes, expiresAt })).toString("base64url");
  return `${text}.${sign("upload", text)}`;
}

/** The content of an upload token; undefined when it is forged or expired. */
export function readToken(token: string, now: Date): UploadToken | undefined {
  const [text = "", signature = ""] = token.split(".");
  if (!isSignatureOf("upload", text, signature)) return undefined;
  const read = UploadToken.safeParse(JSON.parse(Buffer.from(text, "base64url").toString("utf8")));
  return read.success && now.getTime() < read.data.expiresAt ? read.data : undefined;
}
