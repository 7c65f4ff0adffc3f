import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { db, write } from "#db/client.server";
import { accounts, auditEvents, emails } from "#db/schema";
import { sendEmailsAgain } from "~/domain/backoffice/people/emails-again.server";
import { isWanted, reportedOf, suppressReported } from "~/domain/mail/outbox/preferences.server";
import { saveGuest } from "~/domain/people/accounts/guests.server";
import { saveEmailChoice } from "~/domain/people/accounts/profile.server";
import { changesForOwner } from "~/domain/people/staff/audit-trail.server";
import { later, NOW, person } from "../../../support/people";
import { colleague } from "../../people/staff/colleagues";

const agent = async () => ({ staffId: (await colleague("support")).id, reason: "Rang: the mailbox works again" });

function report(reason: "bounced" | "complained", { id, email }: { id: string; email: string }) {
  write((tx) => suppressReported(tx, { accountId: id, toEmail: email }, { reason, at: NOW }));
}

const getsWeekly = ({ id, email }: { id: string; email: string }) =>
  isWanted({ kind: "weekly", accountId: id, toEmail: email });

const auditOf = (id: string) => db.select().from(auditEvents).where(eq(auditEvents.objectId, id)).all();
const kindsTo = (email: string) =>
  db
    .select({ kind: emails.kind })
    .from(emails)
    .where(eq(emails.toEmail, email))
    .all()
    .map(({ kind }) => kind);

describe("emails to an address from which one came back", () => {
  it.each(["bounced", "complained"] as const)(
    "go there again once support were asked, who say why: %s",
    async (reason) => {
      const ada = person("Ada");
      report(reason, ada);
      expect(getsWeekly(ada)).toBe(false);
      expect(sendEmailsAgain(ada.id, await agent(), later(60))).toEqual({ ok: true });
      expect([getsWeekly(ada), reportedOf(ada.email)]).toEqual([true, null]);
      expect(auditOf(ada.id)).toMatchObject([
        {
          action: "accounts.emails_again",
          reason: "Rang: the mailbox works again",
          before: `{"reported":"${reason}"}`,
        },
      ]);
      expect(JSON.stringify(auditOf(ada.id))).not.toContain(ada.email);
    },
  );

  it("are announced there, and the person reads in their account who did it", async () => {
    const ben = person("Ben");
    report("bounced", ben);
    sendEmailsAgain(ben.id, await agent(), later(60));
    expect(kindsTo(ben.email)).toEqual(["account_corrected"]);
    expect(changesForOwner(ben.id)).toHaveLength(1);
  });

  it("stay off where the person had turned them off before", async () => {
    const cid = person("Cid");
    saveEmailChoice(cid.id, false, NOW);
    report("bounced", cid);
    sendEmailsAgain(cid.id, await agent(), later(60));
    expect([getsWeekly(cid), reportedOf(cid.email)]).toEqual([false, null]);
    expect(db.select().from(accounts).where(eq(accounts.id, cid.id)).get()?.notifyByEmail).toBe(false);
  });

  it("go again to somebody who bought without an account", async () => {
    const words = { email: "dan@example.com", firstName: "Dan", lastName: "Reid" };
    const id = saveGuest({ guestId: undefined, basketKey: "basket-dan" }, words, NOW);
    report("complained", { id, email: words.email });
    expect(sendEmailsAgain(id, await agent(), later(60))).toEqual({ ok: true });
    expect(reportedOf(words.email)).toBeNull();
  });

  it("need no lifting where none came back, and nothing is written", async () => {
    const eve = person("Eve");
    expect(sendEmailsAgain(eve.id, await agent(), NOW)).toEqual({ ok: false, reason: "not_found" });
    expect(sendEmailsAgain("nobody", await agent(), NOW)).toEqual({ ok: false, reason: "not_found" });
    expect([auditOf(eve.id), kindsTo(eve.email)]).toEqual([[], []]);
  });
});
