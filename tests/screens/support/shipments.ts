import type { App } from "../../support/app";
import { becomeCustomer } from "./customers";
import { giveEntries, giveLoop } from "./loops";
import { change, rowOf } from "./records";

/** Shipments on their way to the printer, as the shop stores them. */

let shipments = 0;

/** A book that its owner has sent to print; with `files`, as if the job had rendered them. */
export async function bookInLine(app: App, hasFiles = true) {
  const owner = await becomeCustomer(app);
  shipments += 1;
  const title = `Year number ${shipments}`;
  const loopId = giveLoop(owner, { title, startedDaysAgo: 380, status: "COMPLETED" });
  giveEntries(loopId, [1]);
  change("UPDATE entries SET moderation = 'APPROVED' WHERE loop_id = ?", loopId);
  const id = `shipment${loopId}`.slice(0, 20);
  const place = "'Ada', 'Marsh', '14 Weavers Row', 'Hebden Bridge', 'HX7 8AA', 'GB'";
  change(
    `INSERT INTO addresses (id, account_id, kind, first_name, last_name, line1, city, postcode, country, created_at, updated_at)
     VALUES (?, ?, 'shipping', ${place}, 1, 1)`,
    ...[id, owner.accountId],
  );
  const { content_version: contentVersion } = rowOf("SELECT content_version FROM loops WHERE id = ?", loopId);
  const keys = { interior: "prints/a/a.pdf", cover: "prints/a/b.pdf", ticket: "prints/a/c.json" };
  const warnings = [{ kind: "soft_photo", week: 1, photoId: "p", pixelsPerInch: 140 }];
  const prints = [{ binding: "standard", copies: 1, pages: 24, contentVersion, warnings, keys }];
  change(
    `INSERT INTO shipments (id, loop_id, files_state, prints, expected_day, created_at, updated_at)
     VALUES (?, ?, ?, ?, '2027-12-03', ?, ?)`,
    ...[id, loopId, hasFiles ? "ready" : "none", hasFiles ? JSON.stringify(prints) : "[]"],
    ...[Date.now(), Date.now()],
  );
  return { owner, loopId, id, title, box: `${title}, LOOP-${loopId.slice(0, 8).toUpperCase()}` };
}
