import { eq } from "drizzle-orm";
import { expect } from "vitest";
import { db } from "#db/client.server";
import { addresses, entries, loops, shipments } from "#db/schema";
import { signOffLoop } from "~/domain/operations/printing/sign-off.server";
import { loopOf, NOW, person } from "../../../support/people";

/** Somebody whose year of one week was sent to print, with files that nobody rendered. */
export function bookWithFiles(now = NOW) {
  const owner = person("Ada");
  const year = { theme: "pet", type: "puppys-first-year", startDay: "2025-11-20" } as const;
  const { id: loopId } = loopOf(owner.id, { title: "Biscuit’s Year", ...year });
  const written = { loopId, week: 1, prompt: "What did it chew?", createdAt: now, updatedAt: now };
  db.insert(entries)
    .values({ ...written, content: "The good slippers.", highlight: "It slept.", moderation: "APPROVED" })
    .run();
  db.insert(addresses)
    .values({
      accountId: owner.id,
      ...{ firstName: "Ada", lastName: "Marsh", line1: "14 Weavers Row", line2: "" },
      ...{ city: "Hebden Bridge", county: "", postcode: "HX7 8AA", createdAt: now, updatedAt: now },
    })
    .run();
  const versionOf = () => db.select().from(loops).where(eq(loops.id, loopId)).get()?.contentVersion ?? 0;
  expect(signOffLoop(owner.id, loopId, versionOf(), now).ok).toBe(true);
  const shipment = db.select().from(shipments).where(eq(shipments.loopId, loopId)).get();
  if (!shipment) throw new Error("There is no shipment in the print queue.");
  const keys = { interior: "prints/a/a.pdf", cover: "prints/a/b.pdf", ticket: "prints/a/c.json" };
  const made = { binding: "standard", copies: 1, pages: 24, contentVersion: versionOf(), warnings: [], keys };
  db.update(shipments)
    .set({ filesState: "ready", prints: [{ ...made, binding: "standard" }] })
    .where(eq(shipments.id, shipment.id))
    .run();
  return { owner, loopId, shipmentId: shipment.id };
}
