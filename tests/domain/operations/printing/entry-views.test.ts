import { expect, it } from "vitest";
import { db, write } from "#db/client.server";
import { entryViews } from "#db/schema";
import { bookViewsOf, entryViewsOf } from "~/domain/operations/printing/entry-views.server";
import { recordAuditEvent } from "~/domain/people/staff/audit.server";
import { NOW } from "../../../support/people";
import { colleague } from "../../people/staff/colleagues";
import { boughtYear, shipmentRow, weekOf } from "./rows";

it("somebody sees who of the staff opened their own entries and took the files of their own books, and no other’s", async () => {
  const { id: staffId } = await colleague("moderator");
  const years = ["Ada", "Ben"].map((name) => {
    const { owner, loopId } = boughtYear(name);
    db.insert(entryViews)
      .values({ entryId: weekOf(loopId, 1).id, staffId, reason: `Of ${name}`, at: NOW })
      .run();
    const { id } = shipmentRow(loopId);
    const took = (given: { action?: string; type?: string; file?: string }) => {
      const { action = "printing.download", type = "shipment", file = "interior" } = given;
      const event = {
        staffId,
        action,
        object: { type, id },
        after: { file },
        reason: `${name}: ${Object.values(given)}`,
      };
      write((tx) => recordAuditEvent(tx, { ...event, now: NOW }));
    };
    for (const given of [{}, { action: "printing.ship" }, { type: "order" }, { file: "ticket" }]) took(given);
    return owner.id;
  });
  const [ada = "", ben = ""] = years;
  expect([ada, ben].map((id) => entryViewsOf(id).map(({ reason }) => reason))).toEqual([["Of Ada"], ["Of Ben"]]);
  expect([ada, ben].map((id) => bookViewsOf(id).map(({ reason }) => reason))).toEqual([["Ada: "], ["Ben: "]]);
});
