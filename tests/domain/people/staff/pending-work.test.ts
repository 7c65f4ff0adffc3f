import { describe, expect, it } from "vitest";
import { db } from "#db/client.server";
import { entries } from "#db/schema";
import { ENTRY_LIST } from "~/domain/backoffice/moderation/moderation-queue.server";
import { entriesPendingFor } from "~/domain/people/staff/pending-work.server";
import { creditToBegin, loopOf, NOW, person } from "../../../support/people";
import { plansOf } from "../../../support/query-plans";

describe("what waits for a moderator", () => {
  it("is counted from an index alone, on every page and on the page of the queue", () => {
    const fromIndex = "SEARCH entries USING COVERING INDEX entries_moderation (moderation=?)";
    expect(plansOf(() => entriesPendingFor("moderator"))).toContain(fromIndex);
    expect(plansOf(() => ENTRY_LIST.count({ status: "FLAGGED" }, NOW))[0]).toBe(fromIndex);
    expect(plansOf(() => ENTRY_LIST.count({ status: "PENDING" }, NOW))[0]).toBe(fromIndex);
  });

  it("are the weeks pending and flagged, of years that were not cancelled", () => {
    const { id } = person("Ada");
    const [lives, cancelled] = [loopOf(id), loopOf(id)];
    creditToBegin(id, { loopId: cancelled.id, spentAt: NOW, cancelledAt: NOW });
    const written = { prompt: "What?", content: "This.", createdAt: NOW, updatedAt: NOW };
    for (const [place, moderation] of (["PENDING", "FLAGGED", "APPROVED", "REJECTED"] as const).entries())
      for (const { id: loopId } of [lives, cancelled])
        db.insert(entries)
          .values({ loopId, week: place + 1, moderation, ...written })
          .run();
    expect(entriesPendingFor("moderator")).toBe(2);
    expect(entriesPendingFor("production")).toBeNull();
  });

  it("are counted no further than a badge shows", () => {
    const { id } = person("Ada");
    const written = {
      prompt: "What?",
      content: "This.",
      moderation: "PENDING",
      createdAt: NOW,
      updatedAt: NOW,
    } as const;
    for (const loopId of [loopOf(id).id, loopOf(id).id])
      for (let week = 1; week <= 52; week += 1)
        db.insert(entries)
          .values({ loopId, week, ...written })
          .run();
    expect(entriesPendingFor("moderator")).toBe(100);
  });
});
