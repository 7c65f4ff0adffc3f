import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import PostalMime from "postal-mime";

/**
 * Reading back what the post without a post office has put into its folder. An email is named by its file; a
 * name that is not in the folder names nothing, so no name leads out of it.
 */
export interface Mailbox {
  /** The newest emails, at most so many, newest first. A folder that is not there yet is an empty one. */
  list(most: number): Promise<ArrivedMessage[]>;
  /** One email, or null where there is none of that name. */
  read(name: string): Promise<ArrivedMessage | null>;
}

export interface ArrivedMessage {
  /** The name of its file. */
  name: string;
  to: string;
  subject: string;
  at: Date;
  /** The plain part, with "\n" between lines. */
  text: string;
}

/** The mailbox of the folder that `createFileMail` fills; its file names begin with the moment, so they sort. */
export function openMailbox(folder: string): Mailbox {
  async function names(): Promise<string[]> {
    const all = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return [];
      throw error;
    });
    return all.filter((name) => EMAIL.test(name)).sort();
  }

  async function open(name: string): Promise<ArrivedMessage> {
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

/** What is still being written begins with a dot. */
const EMAIL = /^[^.].*\.eml$/;
