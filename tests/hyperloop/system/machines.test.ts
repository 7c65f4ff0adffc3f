import { expect, it } from "vitest";
import { change } from "../../screens/support/records";
import { openApp } from "../../support/app";
import { staffBrowser } from "../../support/staff";

const app = await openApp();
const PAGE = "/hyperloop/system";

it("The System page shows the machines beside the writer: their tasks, when they were seen, and how far they are behind", async () => {
  const { browser } = await staffBrowser(app, "super_admin", PAGE);
  expect(browser.page.text("main")).toContain("This machine does everything.");
  change(
    `INSERT INTO machines (id, name, tasks, token_hash, next_token_hash, created_at, revoked_at, seen_at, lag_ms) VALUES
     ('a', 'window', '["reader"]', 'a', NULL, 1, NULL, ${Date.now()}, 1240),
     ('b', 'attic', '["photos","books"]', 'b', 'bb', 1, NULL, 1000, NULL),
     ('c', 'cellar', '["photos"]', 'c', NULL, 1, NULL, NULL, NULL),
     ('d', 'gone', '["photos"]', 'd', NULL, 1, 5, 1, NULL)`,
  );
  const text = (await browser.visit(PAGE)).text("main");
  expect(text).toMatch(/window\s*Answers pages\s*There\s*.+?1\.2 s/);
  expect(text).toMatch(/attic\s*Has a new token that it hasn’t used yet\s*Makes sizes of photos, makes books\s*Away/);
  expect(text).toMatch(/cellar\s*Makes sizes of photos\s*Not seen yet\s*Never/);
  expect(text).not.toContain("gone");
});
