import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * Reads the emails that `createFileMail` has written. An email is identified by its file name; a name that is not
 * listed in the folder is not read, so no name can point outside it.
 */
export interface Mailbox {
  /** The newest emails, at most `most`, newest first. A missing folder counts as empty. */
  list(most: number): Promise<ArrivedMessage[]>;
  /** One email; null when the name is unknown. */
  read(name: string): Promise<ArrivedMessage | null>;
}

export interface ArrivedMessage {
  /** The file name. */
  name: string;
  to: string;
  subject: string;
  at: Date;
  /** The plain text part, with "\n" between lines. */
  text: string;
}

/** The mailbox of the folder that `createFileMail` fills; its file names start with the time, so they sort. */
export function openMailbox(folder: string): Mailbox {
  async function names(): Promise<string[]> {
    const all = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return [];
      throw error;
    });
    return all.filter((name) => EMAIL.test(name)).sort();
  }

  async function open(name: string): Promise<ArrivedMessage> {
    const { default: PostalMime } = await import("postal-mime");
    const email = await PostalMime.parse(await readFile(join(folder, name)));
    return {
      name,
      to: email.to?.map((one) => one.address ?? "").join(", ") ?? "",
      subject: email.subject ?? "",
      at: new Date(email.date ?? 0),
      text: (email.text ?? "").replace(/\r\n?/g, "\n").trimEnd(),
    };
  }

  return {
    async list(most) {
      return Promise.all((await names()).reverse().slice(0, most).map(open));
    },
    async read(name) {
      return (await names()).includes(name) ? open(name) : null;
    },
  };
}

/** Excludes incomplete files, whose names start with a dot. */
const EMAIL = /^[^.].*\.eml$/;
