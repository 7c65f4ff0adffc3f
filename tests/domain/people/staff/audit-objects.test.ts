import { beforeAll, describe, expect, it } from "vitest";
import { db } from "#db/client.server";
import * as schema from "#db/schema";
import { nameObjects, subjectKey } from "~/domain/people/staff/audit-objects.server";
import { loopOf, NOW, person } from "../../../support/people";
import { wholePerson } from "../../../support/whole-person";

const at = { createdAt: NOW, updatedAt: NOW };

/** An alarm about a thing. Gives its id. */
function alarmAbout(objectType: string, objectId: string): string {
  const seen = { raisedAt: NOW, lastSeenAt: NOW };
  const alarm = { kind: "two_accounts", objectType, objectId, message: "Look", dedupeKey: `${objectType}:${objectId}` };
  return db
    .insert(schema.alarms)
    .values({ ...alarm, ...seen })
    .returning()
    .get().id;
}

beforeAll(async () => {
  for (let time = 0; time < 2; time += 1) await wholePerson();
  const staffId = db.select().from(schema.staff).all()[0]?.id ?? "";
  for (const name of ["One", "Another"]) {
    db.insert(schema.savedViews)
      .values({ list: "orders", name, query: "", staffId, ...at })
      .run();
    db.insert(schema.machines)
      .values({ name, tasks: ["photos"], tokenHash: name, createdAt: NOW })
      .run();
    const days = { fromDay: "2026-11-01", untilDay: "2026-11-02" };
    db.insert(schema.supplierInvoices)
      .values({ supplier: "Printer", number: name, ...days, createdAt: NOW })
      .run();
    db.insert(schema.voucherBatches)
      .values({ count: 2, valuePence: 1, note: name, madeByStaffId: staffId, createdAt: NOW })
      .run();
    const limits = { dayPence: 1, recipientPence: 1, reason: "More", createdAt: NOW };
    const role = name === "One" ? "support" : "moderator";
    db.insert(schema.approvalLimitRequests)
      .values({ role, ...limits, requestedByStaffId: staffId })
      .run();
    alarmAbout("system", name);
  }
});

describe("what an act of staff was about", () => {
  it.each([
    ["alarm", schema.alarms],
    ["dispute", schema.disputes],
    ["order", schema.orders],
    ["voucher", schema.vouchers],
    ["voucher_batch", schema.voucherBatches],
    ["discount", schema.discounts],
    ["staff", schema.staff],
    ["email", schema.emails],
    ["exposure_request", schema.approvalLimitRequests],
    ["job", schema.jobs],
    ["note", schema.accountNotes],
    ["refund_request", schema.refundRequests],
    ["reprint_request", schema.reprintRequests],
    ["restore_request", schema.restoreRequests],
    ["machine", schema.machines],
    ["saved_view", schema.savedViews],
    ["shipment", schema.shipments],
    ["supplier_invoice", schema.supplierInvoices],
    ["webhook", schema.webhookEvents],
    ["entry", schema.entries],
  ] as const)("is of kind %s the one that is asked for, by a name", (type, table) => {
    const [one, another] = db.select({ id: table.id }).from(table).all();
    if (!one || !another) throw new Error("There are not two of it.");
    const named = nameObjects([{ type, ...one }]);
    expect([...named.keys()]).toEqual([subjectKey({ type, ...one })]);
    expect([...named.values()][0]?.name).toMatch(/\w/);
    expect(nameObjects([one, another].map(({ id }) => ({ type, id }))).size).toBe(2);
  });

  it("is of an alarm what it names by type and id, and its customer", () => {
    const id = "the-same-id-of-three-things";
    const [ada, ben] = [person("Ada"), person("Ben")];
    person("Cid", { id });
    const sums = { kind: "gift", status: "PAID", subtotalPence: 1, totalPence: 1, pricing: "{}" } as const;
    db.insert(schema.orders)
      .values({ id, number: "LP-ID", accountId: ada.id, basketKey: id, email: ada.email, ...sums, ...at })
      .run();
    loopOf(ben.id, { id });
    const customerOf = (type: string) => {
      const alarm = alarmAbout(type, id);
      const found = nameObjects([{ type: "alarm", id: alarm }]).get(`alarm ${alarm}`);
      expect(found?.on).toEqual({ type, id });
      return found?.person?.name;
    };
    expect(["order", "loop", "account", "photo"].map(customerOf)).toEqual([
      "Ada Okafor",
      "Ben Okafor",
      "Cid Okafor",
      undefined,
    ]);
    const lost = alarmAbout("account", "nobody");
    expect(nameObjects([{ type: "alarm", id: lost }]).get(`alarm ${lost}`)?.person).toBeNull();
  });
});
