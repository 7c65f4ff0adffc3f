import { beforeAll, describe, expect, it } from "vitest";
import { db } from "#db/client.server";
import { emails, entryViews } from "#db/schema";
import {
  EMAIL_LIST,
  emailBody,
  emailData,
  resendForCustomer,
  revealEmail,
} from "~/domain/backoffice/staff/admin-emails.server";
import { sealEntryText } from "~/domain/kernel/sealing/sealed-text.server";
import { auditEventsOn } from "../../../support/audit-events";
import { NOW } from "../../../support/people";
import { colleague } from "../../people/staff/colleagues";
import { weekOf } from "../moderation/weeks";

let staffId = "";
beforeAll(async () => {
  staffId = (await colleague("support")).id;
});

let counted = 0;
function email(textBody: string, given: Partial<typeof emails.$inferInsert> = {}): string {
  counted += 1;
  const key = `admin-${counted}`;
  return db
    .insert(emails)
    .values({
      ...{ kind: "shipped", toName: "Ada", toEmail: "ada@example.org", subject: "A week", dedupeKey: key },
      ...{ messageId: key, textBody, htmlBody: `<p>${textBody}</p>`, state: "sent", nextTryAt: NOW, createdAt: NOW },
      ...given,
    })
    .returning()
    .get().id;
}

describe("an email as staff see it", () => {
  it("is found by the beginning of its address, as it was typed or in small letters", () => {
    const small = email("Hello", { toEmail: "maya@example.org" });
    const capital = email("Hello", { toEmail: "Maya@example.org" });
    const found = (q: string) =>
      EMAIL_LIST.read({ q }, { now: NOW, role: "support" })
        .rows.map(({ id }) => id)
        .toSorted();
    expect([found("maya"), found("Maya"), found("aya")]).toEqual([[small], [capital, small].toSorted(), []]);
  });

  it("shows its own text, and neither a code nor what it quotes of a year", () => {
    email("Somebody else’s");
    const { id: entryId } = weekOf("Ada");
    const plain = email("We left it out.");
    const quoting = email(`Why: ${sealEntryText(entryId, "Too private")}`);
    const secret = email("Your code is 123456", { kind: "password_reset" });
    expect(emailData(plain, NOW)).toMatchObject({ line: { id: plain }, text: "We left it out.", quotes: false });
    expect(emailBody(plain)).toContain("We left it out.");
    expect(emailData(quoting, NOW)).toMatchObject({ hidden: null, quotes: true });
    expect(JSON.stringify([emailData(quoting, NOW), emailBody(quoting)])).not.toContain("Too private");
    expect(emailData(secret, NOW)).toMatchObject({ hidden: "secret", text: "", quotes: false });
    expect([emailBody(secret), emailBody("unknown"), emailData("unknown", NOW)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it("is revealed for a reason that the owner of each week it quotes can read, while those weeks are there", () => {
    const [other, one, two] = [weekOf("Nobody").id, weekOf("Ada").id, weekOf("Bea").id];
    const quoting = (...ids: string[]) =>
      email(ids.map((id) => sealEntryText(id, `Words of ${id}`)).join(" "), { kind: "weekly" });
    email(sealEntryText(other, "Somebody else’s"));
    const reveal = (id: string) => revealEmail(id, { staffId, reason: "They asked" }, NOW);
    const id = quoting(one, two);
    const revealed = reveal(id);
    expect(revealed).toMatchObject({ ok: true, text: expect.stringContaining(`Words of ${two}`) });
    const looked = db
      .select()
      .from(entryViews)
      .all()
      .map(({ entryId }) => entryId);
    expect(looked.toSorted()).toEqual([one, two].toSorted());
    expect(auditEventsOn(id).map(({ action }) => action)).toEqual(["emails.reveal"]);
    expect(reveal("unknown")).toEqual({ ok: false, reason: "not_found" });
    expect(reveal(email("Nothing private"))).toEqual({ ok: false, reason: "nothing_hidden" });
    const secret = email(sealEntryText(one, "A code"), { kind: "password_reset" });
    expect(reveal(secret)).toEqual({ ok: false, reason: "nothing_hidden" });
    expect(reveal(quoting(one, "gone"))).toEqual({ ok: false, reason: "gone" });
    expect(db.select().from(entryViews).all()).toHaveLength(2);
  });

  it("is not sent again where that is refused, and that is not recorded", () => {
    expect(resendForCustomer("unknown", staffId, NOW).ok).toBe(false);
    expect(auditEventsOn("unknown")).toEqual([]);
  });
});
