import { describe, expect, it } from "vitest";
import { weekLink } from "~/domain/diary/loops/weekly-email-links.server";
import { openApp } from "../../support/app";
import { expectNothingBreaks } from "../support/app-log";
import { loopOwner } from "../support/loops";

const app = await openApp();
expectNothingBreaks();

describe("the link in a weekly email", () => {
  it("opens its week for the loop's owner", async () => {
    const owner = await loopOwner(app);
    const page = await owner.browser.visit(weekLink(owner.loopId, 1));
    expect(page.path).toContain(`/dashboard?loop=${owner.loopId}&week=1`);
    expect(page.text("main")).toContain("Week 1");
  });

  it("that was cut short, or is somebody else's, says so and leads to one's own loop", async () => {
    const [owner, other] = [await loopOwner(app), await loopOwner(app)];
    for (const link of [weekLink(owner.loopId, 1).slice(0, -3), weekLink(other.loopId, 1)]) {
      const page = await owner.browser.visit(link);
      expect([page.status, page.text("h1")]).toEqual([404, "This link doesn’t work"]);
      expect(page.links()).toContainEqual({ words: "Open my loop", href: "/dashboard" });
    }
  });
});
