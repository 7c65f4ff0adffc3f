import { hashPassword } from "../../../app/domain/people/accounts/passwords.server";
import { db } from "../../../db/client.server";
import { accounts, oneTimeCodes } from "../../../db/schema";
import { Browser } from "./browser";

export const PASSWORD = "Two-feet-at-4am";

let digest: Promise<string> | undefined;

/** Creates accounts with these addresses and one password, verified or not. Returns their ids. */
export async function makePeople(emails: readonly string[], { isProven }: { isProven: boolean }): Promise<string[]> {
  digest ??= hashPassword(PASSWORD);
  const passwordHash = await digest;
  const at = new Date(Date.now() - 86_400_000);
  return emails.map((email) => {
    const { id } = db
      .insert(accounts)
      .values({
        email,
        firstName: "Margaret",
        lastName: "Okafor",
        passwordHash,
        emailVerifiedAt: isProven ? at : null,
        termsAcceptedAt: at,
        privacyAcceptedAt: at,
        createdAt: at,
        updatedAt: at,
      })
      .returning({ id: accounts.id })
      .get();
    return id;
  });
}

/** The browser of somebody who has an account and signs in. */
export async function signIn(origin: string, email: string): Promise<Browser> {
  const browser = new Browser(origin);
  await browser.open("/auth");
  await browser.enter("/auth", { email, password: PASSWORD });
  return browser;
}

/** Pretends that each registration was sent a code ten minutes ago. */
export function sendCodesTo(accountIds: readonly string[], sentTo: readonly string[]): void {
  const createdAt = new Date(Date.now() - 10 * 60_000);
  for (const [place, accountId] of accountIds.entries()) {
    db.insert(oneTimeCodes)
      .values({
        accountId,
        purpose: "verify_email",
        codeHash: "-",
        sentTo: sentTo[place] ?? "",
        createdAt,
        expiresAt: new Date(),
      })
      .run();
  }
}
