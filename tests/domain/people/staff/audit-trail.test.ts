import { expect, it } from "vitest";
import { db, write } from "#db/client.server";
import { orders } from "#db/schema";
import { claimFromGuest, saveGuest } from "~/domain/people/accounts/guests.server";
import { recordAuditEvent } from "~/domain/people/staff/audit.server";
import { auditEventsOn, changesForOwner } from "~/domain/people/staff/audit-trail.server";
import { later, NOW, person } from "../../../support/people";
import { colleague } from "./colleagues";

let seconds = 0;
function record(action: string, type: string, id: string, staffId: string | null = null) {
  seconds += 1;
  const now = later(seconds);
  write((tx) => recordAuditEvent(tx, { staffId, action, object: { type, id }, now, reason: `${action} of ${id}` }));
}

it("what staff did with one thing is told of it alone, the newest first, also by its former name", async () => {
  const bea = await colleague("support");
  record("emails.resend", "letter", "one");
  record("emails.resend", "email", "another");
  record("emails.reveal", "email", "one", bea.id);
  record("orders.note", "order", "one");
  const told = auditEventsOn("email", "one").map(({ action, by }) => [action, by]);
  expect(told).toEqual([
    ["emails.reveal", expect.stringContaining("support")],
    ["emails.resend", "A script"],
  ]);
});

it("its owner reads what was changed in their account, also as a guest, and nothing else nor of anybody else", () => {
  const [ada, ben] = [person("Ada"), person("Ben")];
  const names = { email: ada.email, firstName: "Ada", lastName: "" };
  const guest = saveGuest({ guestId: undefined, basketKey: "paid-as-guest" }, names, NOW);
  const sums = { kind: "gift", status: "PAID", subtotalPence: 1, totalPence: 1, pricing: "{}" } as const;
  const made = { basketKey: "paid-as-guest", email: ada.email, createdAt: NOW, updatedAt: NOW };
  db.insert(orders)
    .values({ number: "LP-1", accountId: guest, ...sums, ...made })
    .run();
  claimFromGuest(guest, ada.id);
  record("accounts.correct_name", "account", guest);
  record("accounts.correct_email", "account", ada.id);
  record("accounts.correct_email", "account", ben.id);
  record("accounts.note", "account", ada.id);
  record("loops.pause", "loop", ada.id);
  expect(changesForOwner(ada.id).map(({ action, by }) => [action, by])).toEqual([
    ["corrected the email address", "Loop"],
    ["corrected the name", "Loop"],
  ]);
});
