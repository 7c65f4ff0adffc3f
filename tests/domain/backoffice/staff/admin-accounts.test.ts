import { expect, it } from "vitest";
import { write } from "#db/client.server";
import { accountData, setSuspended } from "~/domain/backoffice/staff/admin-accounts.server";
import { saveGuest } from "~/domain/people/accounts/guests.server";
import { beginSession, findSession } from "~/domain/people/accounts/sessions.server";
import { auditEventsOn } from "../../../support/audit-events";
import { loopOf, NOW, person } from "../../../support/people";

const guest = () =>
  saveGuest(
    { guestId: undefined, basketKey: "suspended" },
    { email: "guest@example.org", firstName: "Gus", lastName: "Pritchard" },
    NOW,
  );

it("an account is shown with what it has, and no guest is one", () => {
  loopOf(person("Other").id);
  const { id } = person("Gwen");
  loopOf(id);
  expect(accountData(id)).toMatchObject({ account: { firstName: "Gwen" }, loopCount: 1, spentPence: 0 });
  expect(accountData(id)?.account).not.toHaveProperty("passwordHash");
  expect([accountData("unknown"), accountData(guest())]).toEqual([undefined, undefined]);
});

it("suspending one account ends its sessions and no other’s, once, until it is reinstated", () => {
  const [other, own] = [person("Other").id, person("Gwen").id];
  const [theirs, key] = [other, own].map((id) => write((tx) => beginSession(tx, id, null, NOW)));
  const suspend = (accountId: string, isSuspended: boolean) =>
    setSuspended({ accountId, isSuspended, reason: "A stolen card" }, "staff", NOW);
  const statuses = () => [other, own].map((id) => accountData(id)?.account.status);
  expect(suspend(own, false)).toEqual({ ok: false, reason: "already" });
  expect(suspend(own, true)).toEqual({ ok: true });
  expect(suspend(own, true)).toEqual({ ok: false, reason: "already" });
  expect(statuses()).toEqual(["active", "suspended"]);
  expect([theirs, key].map((one) => findSession(one ?? "", NOW)?.accountId)).toEqual([other, undefined]);
  expect(suspend(own, false)).toEqual({ ok: true });
  expect(statuses()).toEqual(["active", "active"]);
  expect(auditEventsOn(own).map(({ action }) => action)).toEqual(["accounts.suspend", "accounts.reactivate"]);
  for (const id of ["unknown", guest()]) expect(suspend(id, true)).toEqual({ ok: false, reason: "not_found" });
});
