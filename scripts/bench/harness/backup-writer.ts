import { recordAuditEvent } from "../../../app/domain/people/staff/audit.server";
import { db, write } from "../../../db/client.server";
import { funnelEvents } from "../../../db/schema";

/**
 * Writes so many times a second until it is killed: each write is a row and a link of the audit's chain, and is printed
 * with its number and time once it is committed.
 */

const [everyMs = "20"] = process.argv.slice(2);
const last = db.select().from(funnelEvents).all().length;
let number = last;
setInterval(() => {
  number += 1;
  const now = new Date();
  write((tx) => {
    tx.insert(funnelEvents)
      .values({ visit: `write-${number}`, stage: "bench", at: now })
      .run();
    recordAuditEvent(tx, {
      staffId: "bench",
      action: "bench.write",
      object: { type: "write", id: String(number) },
      now,
    });
  });
  process.stdout.write(`${number} ${now.getTime()}\n`);
}, Number(everyMs));
