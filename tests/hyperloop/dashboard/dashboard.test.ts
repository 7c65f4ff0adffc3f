import { describe, expect, it } from "vitest";
import { openApp } from "../../support/app";
import { staffBrowser } from "../../support/staff";

const app = await openApp();

/** What each role's work needs; the other words are on nobody else's dashboard. */
const SHOWN = {
  super_admin: [
    "Revenue",
    "Accounts",
    "Pending entries",
    "Print queue",
    "Open alarms",
    "Voucher usage rate",
    "System health",
  ],
  support: ["Accounts", "Print queue", "Open alarms", "Voucher usage rate", "System health"],
  moderator: ["Pending entries"],
  production: ["Print queue", "Open alarms", "System health"],
  marketing: ["Revenue", "Accounts", "Voucher usage rate"],
  analyst: ["Revenue", "Accounts", "System health"],
} as const;

const ALL = SHOWN.super_admin;

describe("the dashboard", () => {
  it.each(Object.entries(SHOWN))(
    "shows %s the figures their rights allow, and no others",
    async (role, shown) => {
      const { browser } = await staffBrowser(app, role as keyof typeof SHOWN);
      const page = await browser.visit("/hyperloop/dashboard");
      const headings = page.text("main");
      expect([page.status, ALL.filter((words) => headings.includes(words))]).toEqual([200, [...shown]]);
      expect(headings.includes("From visit to order")).toBe((shown as readonly string[]).includes("Revenue"));
    },
  );
});
