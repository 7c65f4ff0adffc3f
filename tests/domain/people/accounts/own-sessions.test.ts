import { describe, expect, it } from "vitest";
import { db } from "#db/client.server";
import { entries, entryViews, staff } from "#db/schema";
import { entryViewsOf } from "~/domain/operations/printing/entry-views.server";
import { nameBrowser } from "~/domain/people/accounts/browser-names";
import { endOwnSession, sessionsOf } from "~/domain/people/accounts/own-sessions.server";
import { beginSession, findSession } from "~/domain/people/accounts/sessions.server";
import { later, loopOf, NOW, person } from "../../../support/people";

const DAY = 86_400;
const begin = (accountId: string, userAgent: string, now = NOW) =>
  db.transaction((tx) => beginSession(tx, accountId, userAgent, now));

describe("one's own browsers", () => {
  it("are listed with the last used first, and one that is ended is out at once", () => {
    const ada = person("Ada");
    begin(ada.id, "old");
    const key = begin(ada.id, "new", later(60));
    expect(sessionsOf(ada.id, later(61)).map(({ userAgent }) => userAgent)).toEqual(["new", "old"]);
    const { sessionId = "" } = findSession(key, later(61)) ?? {};
    expect(endOwnSession(ada.id, sessionId)).toEqual({ ok: true });
    expect(findSession(key, later(61))).toBeUndefined();
    expect(sessionsOf(ada.id, later(61)).map(({ userAgent }) => userAgent)).toEqual(["old"]);
    expect(endOwnSession(ada.id, sessionId)).toEqual({ ok: false, reason: "not_found" });
  });

  it("are those that still open the account", () => {
    const ben = person("Ben");
    begin(ben.id, "idle");
    expect(sessionsOf(ben.id, later(14 * DAY - 1))).toHaveLength(1);
    expect(sessionsOf(ben.id, later(14 * DAY))).toEqual([]);
  });

  it("are out after thirty days, however often they were used", () => {
    const bea = person("Bea");
    const key = begin(bea.id, "busy");
    for (const day of [10, 20, 29]) findSession(key, later(day * DAY));
    expect(sessionsOf(bea.id, later(30 * DAY - 1))).toHaveLength(1);
    expect(sessionsOf(bea.id, later(30 * DAY))).toEqual([]);
  });

  it.each([
    ["Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:144.0) Gecko/20100101 Firefox/144.0", "Firefox on Windows"],
    [
      "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/26.0 Safari/605.1.15",
      "Safari on Mac",
    ],
    [
      "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0",
      "Edge on Windows",
    ],
    [
      "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/142.0.0.0 Mobile Safari/537.36",
      "Chrome on Android",
    ],
    [
      "Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 CriOS/142.0 Mobile/15E148 Safari/604.1",
      "Chrome on iPhone",
    ],
    ["Mozilla/5.0 (X11; Linux x86_64)", "A browser on Linux"],
    ["Loop tests", "An unknown browser"],
    [null, "An unknown browser"],
  ])("%s is called %s", (userAgent, name) => {
    expect(nameBrowser(userAgent)).toBe(name);
  });
});

describe("who looked at one's entries", () => {
  it("is listed with the reason, the newest first, and nobody else's", () => {
    const [dan, dora] = [person("Dan"), person("Dora")];
    const reader = db
      .insert(staff)
      .values({ email: "moderator@example.com", name: "Ruth", role: "moderator", createdAt: NOW })
      .returning()
      .get();
    for (const [owner, week] of [
      [dan, 3],
      [dan, 4],
      [dora, 5],
    ] as const) {
      const loop = loopOf(owner.id, { title: "A Year" });
      const entry = db
        .insert(entries)
        .values({ loopId: loop.id, week, prompt: "What?", content: "This.", createdAt: NOW, updatedAt: NOW })
        .returning()
        .get();
      db.insert(entryViews)
        .values({
          entryId: entry.id,
          staffId: reader.id,
          reason: `Week ${week} was flagged`,
          at: later(week),
        })
        .run();
    }
    expect(entryViewsOf(dan.id)).toEqual([
      expect.objectContaining({
        week: 4,
        loopTitle: "A Year",
        staffName: "Ruth",
        reason: "Week 4 was flagged",
      }),
      expect.objectContaining({ week: 3, at: later(3) }),
    ]);
    expect(entryViewsOf(person("Eva").id)).toEqual([]);
  });
});
