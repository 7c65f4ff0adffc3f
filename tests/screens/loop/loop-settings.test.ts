import { describe, expect, it } from "vitest";
import { weekLink } from "~/domain/diary/loops/weekly-email-links.server";
import { openApp } from "../../support/app";
import { expectNothingBreaks } from "../support/app-log";
import { becomeCustomer, signIn } from "../support/customers";
import { CONTROLS, MANY_SCRIPTS, TWO_MEGABYTES } from "../support/hostile-forms";
import { type LoopData, type LoopOwner, loopOwner } from "../support/loops";
import { change, dayFromToday, rowOf } from "../support/records";

const app = await openApp();
expectNothingBreaks();

const ownerOf = (data?: LoopData, weeks?: readonly number[]) => loopOwner(app, data, weeks);

const settingsOf = ({ loopId }: { loopId: string }) => `/loop-settings/${loopId}`;
const loopRow = ({ loopId }: LoopOwner) => rowOf("SELECT * FROM loops WHERE id = ?", loopId);

describe("the day of the book", () => {
  it("is found from the dashboard, shows what moves, and moves once that is confirmed", async () => {
    const owner = await ownerOf({ startedDaysAgo: 100 }, [1]);
    const dashboard = await owner.browser.visit(`/dashboard?loop=${owner.loopId}`);
    expect(dashboard.links()).toContainEqual({ words: "Dates and emails", href: settingsOf(owner) });
    await owner.browser.visit(settingsOf(owner));
    const wanted = dayFromToday(378 - 100 + 30);
    const input = await owner.browser.submit("See what changes", { "New date": wanted });
    expect(input.heading).toBe("Change the delivery date?");
    expect(input.text("main")).toContain("Your weeks stay as they are.");
    expect(loopRow(owner).delivery_day).toBe(dayFromToday(278));
    await owner.browser.submit("Change the date");
    expect(loopRow(owner)).toMatchObject({ delivery_day: wanted, start_day: dayFromToday(-100) });
    expect(owner.browser.page.text("main")).toContain("Your book is due by");
  });

  it("moves the whole year while it has not begun, and says how many weeks that makes late", async () => {
    const owner = await ownerOf({ startedDaysAgo: -5 });
    await owner.browser.visit(settingsOf(owner));
    const page = await owner.browser.submit("See what changes", { "New date": dayFromToday(364) });
    expect(page.text("main")).toContain("so all of it moves");
    expect(page.text("main")).toContain("This date means 2 catch-up weeks.");
    await owner.browser.submit("Change the date");
    expect(loopRow(owner)).toMatchObject({ start_day: dayFromToday(-14) });
  });

  it.each([
    ["", "Please choose a date from the calendar"],
    ["2027-02-30", "Please choose a date from the calendar"],
    [CONTROLS, "Please choose a date from the calendar"],
    [MANY_SCRIPTS, "Please choose a date from the calendar"],
    ["1999-01-01", "Please choose a date on or after"],
    ["2999-01-01", "Please choose a date on or before"],
  ])("that does not fit (%j) is shown beside the field", async (typed, sentence) => {
    const owner = await ownerOf({ startedDaysAgo: 100 }, [1]);
    await owner.browser.visit(settingsOf(owner));
    const page = await owner.browser.submit("See what changes", { deliveryDay: typed });
    expect(page.status).toBe(422);
    expect(page.text("main")).toContain(sentence);
  });
});

describe("what the book is for", () => {
  it("can be changed until print", async () => {
    const owner = await ownerOf({ startedDaysAgo: 100 }, [1]);
    await owner.browser.visit(settingsOf(owner));
    const page = await owner.browser.submit("Save what it’s for", {
      "Who is it about, or for?": "Maya",
      "The occasion": "A new house",
      Dedication: "To the removal men",
    });
    expect(page.text("main")).toContain("Saved.");
    expect(loopRow(owner)).toMatchObject({
      recipient_name: "Maya",
      occasion: "A new house",
      dedication: "To the removal men",
    });
  });

  it("is asked again when it is too long, and stays as it was once the year has gone to print", async () => {
    const owner = await ownerOf({ startedDaysAgo: 400 });
    await owner.browser.visit(settingsOf(owner));
    const long = await owner.browser.submit("Save what it’s for", { "The occasion": "x".repeat(81) });
    expect(long.errorSummary()).toEqual(["The occasion must be 80 characters or less"]);
    await owner.browser.visit(settingsOf(owner));
    change("UPDATE loops SET status = 'COMPLETED' WHERE id = ?", owner.loopId);
    const late = await owner.browser.submit("Save what it’s for", { "The occasion": "Too late" });
    expect(late.text("main")).toContain("This year has gone to print, so its book can’t change now.");
    expect(loopRow(owner).occasion).toBeNull();
  });
});

describe("a pause", () => {
  it("shows what it moves, holds the week where it is, can be made longer and ended early", async () => {
    const owner = await ownerOf({ startedDaysAgo: 100 }, [1]);
    await owner.browser.visit(settingsOf(owner));
    const input = await owner.browser.submit("See what the pause changes", {
      "Pause from today, for": "3 weeks",
    });
    expect(input.heading).toBe("Pause your year?");
    expect(loopRow(owner).paused_weeks).toBe(0);
    await owner.browser.submit("Pause my year");
    expect(loopRow(owner)).toMatchObject({ paused_weeks: 3, delivery_day: dayFromToday(299) });
    expect(owner.browser.page.text("main")).toContain("Your year is paused.");
    await owner.browser.submit("See what the pause changes", { "Pause for longer, by": "5 weeks" });
    await owner.browser.submit("Pause my year");
    expect(loopRow(owner)).toMatchObject({ paused_weeks: 8, delivery_day: dayFromToday(334) });
    expect(owner.browser.page.text("main")).not.toContain("See what the pause changes");
    await owner.browser.submit("End the pause early");
    expect(loopRow(owner)).toMatchObject({ paused_weeks: 0, delivery_day: dayFromToday(278) });
  });

  it("that has used every week says so, and offers no other", async () => {
    const owner = await ownerOf({ startedDaysAgo: 200 });
    const pauses = JSON.stringify([{ fromDay: dayFromToday(-150), weeks: 8 }]);
    change("UPDATE loops SET pauses = ?, paused_weeks = 8 WHERE id = ?", pauses, owner.loopId);
    const page = await owner.browser.visit(settingsOf(owner));
    expect(page.text("main")).toContain("You’ve used all 8 weeks of pause.");
    expect(page.text("main")).not.toContain("See what the pause changes");
  });

  it("confirmed twice from the same page pauses once", async () => {
    const owner = await ownerOf({ startedDaysAgo: 100 }, [1]);
    await owner.browser.visit(settingsOf(owner));
    const pressed = { extra: [["agreed", "2 on 0"]] as const };
    await owner.browser.submit("See what the pause changes", { weeks: "2" }, pressed);
    expect(loopRow(owner).paused_weeks).toBe(2);
    const again = await owner.browser.submit("See what the pause changes", { weeks: "2" }, pressed);
    expect(again.heading).toBe("Pause your year?");
    expect(loopRow(owner).paused_weeks).toBe(2);
  });

  it.each([["9"], ["0"], ["-1"], ["1.5"], ["x"], [""], ["1e1"], [TWO_MEGABYTES]])(
    "of %.10j weeks is refused with an error message",
    async (weeks) => {
      const owner = await ownerOf({ startedDaysAgo: 100 }, [1]);
      await owner.browser.visit(settingsOf(owner));
      const without = { without: ["weeks"], extra: [["weeks", weeks] as const] };
      const page = await owner.browser.submit("See what the pause changes", {}, without);
      expect(page.status).toBeGreaterThanOrEqual(400);
      expect(page.status).toBeLessThan(500);
      expect(loopRow(owner).paused_weeks).toBe(0);
    },
  );
});

describe("the weekly email", () => {
  it("comes when its owner wants it, or not at all", async () => {
    const owner = await ownerOf({ startedDaysAgo: 100 });
    const page = await owner.browser.visit(settingsOf(owner));
    expect(page.text("main")).toContain("We’ll send the next one on");
    expect(page.text(".year-aside")).toMatch(/Book arrives by \d+ \w+ \d{4} Year starts .* Week 52 ends .* Next email/);
    await owner.browser.submit("Save weekly email", { Day: "Wednesday", "Time (UK)": "07:00" });
    expect(loopRow(owner)).toMatchObject({ email_day: 3, email_hour: 7, emails_paused_at: null });
    await owner.browser.submit("Save weekly email", { "Send the weekly email": false });
    expect(loopRow(owner).emails_paused_at).not.toBeNull();
    expect(owner.browser.page.text("main")).not.toContain("We’ll send the next one on");
  });

  it("is not promised for a day while staff have switched all of them off", async () => {
    const owner = await ownerOf({ startedDaysAgo: 100 });
    change(
      "INSERT INTO settings (key, value, updated_at) VALUES ('switches', ?, 0)",
      JSON.stringify({ weeklyEmails: false }),
    );
    const page = await owner.browser.visit(settingsOf(owner));
    change("DELETE FROM settings WHERE key = 'switches'");
    expect(page.text("main")).not.toMatch(/We’ll send the next one on|Next email/);
  });

  it.each([
    ["day", "7", "Please choose a day of the week"],
    ["day", "x", "Please choose a day of the week"],
    ["hour", "24", "Please choose a time"],
    ["hour", "", "Please choose a time"],
    ["hour", MANY_SCRIPTS, "Please choose a time"],
  ])("with %s %j is refused with an error message", async (field, value, sentence) => {
    const owner = await ownerOf({ startedDaysAgo: 100 });
    await owner.browser.visit(settingsOf(owner));
    const odd = { without: [field], extra: [[field, value] as const] };
    const page = await owner.browser.submit("Save weekly email", {}, odd);
    expect(page.status).toBe(422);
    expect(page.text("main")).toContain(sentence);
  });

  it("leads to its week after signing in, also an old one, and signs nobody in", async () => {
    const owner = await ownerOf({ startedDaysAgo: 100 }, [1]);
    const link = weekLink(owner.loopId, 9);
    expect((await owner.browser.visit(link, { follow: false })).location).toBe(
      `/dashboard?loop=${owner.loopId}&week=9#week`,
    );
    const elsewhere = app.visitor();
    expect((await elsewhere.visit(link)).path).toBe("/auth");
    await signIn(elsewhere, owner.email);
    expect(elsewhere.page.path).toContain(`/dashboard?loop=${owner.loopId}&week=9`);
    expect(elsewhere.page.text("main")).toContain("Week 9");
    const stranger = await becomeCustomer(app);
    expect((await stranger.browser.visit(link)).status).toBe(404);
    expect((await stranger.browser.visit(link.replace(".9.", ".10."))).status).toBe(404);
    change("UPDATE loops SET status = 'COMPLETED' WHERE id = ?", owner.loopId);
    const finished = await owner.browser.visit(weekLink(owner.loopId, 1), { follow: false });
    expect(finished.location).toBe(`/entry?loop=${owner.loopId}&week=1`);
  });
});

describe("whose settings they are", () => {
  it("another's are not there, and a stranger is asked to sign in", async () => {
    const owner = await ownerOf({ startedDaysAgo: 100 });
    const stranger = await becomeCustomer(app);
    expect((await stranger.browser.visit(settingsOf(owner))).status).toBe(404);
    expect((await app.visitor().visit(settingsOf(owner))).path).toBe("/auth");
  });

  it("a year that has gone to print shows no days to move", async () => {
    const owner = await ownerOf({ startedDaysAgo: 400, status: "COMPLETED" });
    const page = await owner.browser.visit(settingsOf(owner));
    expect(page.text("main")).toContain("has gone to print");
    expect(page.text("main")).not.toContain("See what changes");
  });

  it("a year whose weeks have passed has nothing to pause and no email to set, and says when its book can come", async () => {
    const owner = await ownerOf({ startedDaysAgo: 370 }, [1, 52]);
    const page = await owner.browser.visit(settingsOf(owner));
    const text = page.text("main");
    expect(text).toContain("All 52 weeks have passed, so there’s nothing left to pause.");
    expect(text).toContain("All 52 weeks have passed, so there are no more to send.");
    expect(text).not.toContain("Save weekly email");
    expect(text).not.toContain("You can pause for up to");
    expect(text).not.toContain("Your book is due by");
    expect(text).toMatch(/If you send the book to print today, it arrives by \d+ \w+ \d{4}/);
  });

  it("all 52 written is said, and who gave the loop sees how far it is only if its owner wants", async () => {
    const all = Array.from({ length: 52 }, (_, index) => index + 1);
    const owner = await ownerOf({ startedDaysAgo: 370 }, all);
    const before = await owner.browser.visit(settingsOf(owner));
    expect(before.text("main")).toContain("All 52 weeks are written.");
    expect(before.text("main")).not.toContain("Whoever gave it");
    change(
      "INSERT INTO loop_credits (id, account_id, voucher_id, theme, type, loop_id, spent_at, created_at) VALUES (?, ?, ?, 'family', 'family-adventures', ?, 1, 1)",
      ...[`right-${owner.loopId}`, owner.accountId, `voucher-${owner.loopId}`, owner.loopId],
    );
    await owner.browser.visit(settingsOf(owner));
    await owner.browser.submit("Save", { "Show them how far I’ve got": true });
    expect(loopRow(owner).giver_sees_progress).toBe(1);
    await owner.browser.submit("Save", { "Show them how far I’ve got": false });
    expect(loopRow(owner).giver_sees_progress).toBe(0);
  });
});
