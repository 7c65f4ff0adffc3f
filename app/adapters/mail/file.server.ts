import { access, constants, mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { writeWhole } from "../files/whole-file.server";
import type { Mail, Sender } from "./contract";
import { composeMessage } from "./message.server";

/**
 * Writes each email to an `.eml` file that any mail client opens, instead of sending it. File names start with the
 * time, so the folder is in order; a file appears complete, by a rename.
 */
export function createFileMail(options: { folder: string; from: Sender }): Mail {
  const { folder, from } = options;
  return {
    async post(email, beforeEnd) {
      const message = await composeMessage(email, from);
      const ending = `-${email.messageId.split("@", 1).join()}.eml`;
      try {
        await mkdir(folder, { recursive: true });
        const before = await readdir(folder);
        if (before.some((name) => name.endsWith(ending))) return { ok: true };
        await beforeEnd?.();
        const name = `${email.at.toISOString().replaceAll(":", "")}${ending}`;
        await writeWhole(join(folder, name), message.raw);
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
