import { randomUUID } from "node:crypto";
import { access, constants, mkdir, readdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Mail } from "./contract";
import { composeMessage } from "./message.server";

/**
 * Post without a post office: each email becomes an `.eml` file that any mail program opens. Named after its
 * moment and its identifier, so the folder reads in order; whole from the moment it can be seen.
 */
export function createFileMail(options: { folder: string; from: { name: string; address: string } }): Mail {
  const { folder, from } = options;
  return {
    async post(email) {
      const message = await composeMessage(email, from);
      const ending = `-${email.messageId.split("@", 1).join()}.eml`;
      try {
        await mkdir(folder, { recursive: true });
        const before = await readdir(folder);
        if (before.some((name) => name.endsWith(ending))) return { ok: true };
        const name = `${email.at.toISOString().replaceAll(":", "")}${ending}`;
        const draft = join(folder, `.${randomUUID()}.draft`);
        await writeFile(draft, message.raw, { flush: true });
        await rename(draft, join(folder, name));
        return { ok: true };
      } catch (error) {
        return { ok: false, permanent: false, message: messageOf(error) };
      }
    },
    async check() {
      try {
        await mkdir(folder, { recursive: true });
        await access(folder, constants.W_OK);
        return { ok: true };
      } catch (error) {
        return { ok: false, message: messageOf(error) };
      }
    },
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
