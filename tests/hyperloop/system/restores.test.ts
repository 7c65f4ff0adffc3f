import { beforeAll, describe, expect, it } from "vitest";
import { createCopies } from "~/adapters/backups/copies.server";
import { makeNightlyCopy } from "~/domain/system/backups/nightly.server";
import { workOnRestore } from "~/domain/system/backups/restore-work.server";
import { type JobFunctions, runWaitingJob } from "~/jobs/run-jobs";
import { loopOwner } from "../../screens/support/loops";
import { change, countOf, rowOf } from "../../screens/support/records";
import { tokenOf } from "../../screens/support/requests";
import { openApp, restartApp } from "../../support/app";
import { startS3Server } from "../../support/s3-server";
import { staffBrowser } from "../../support/staff";
import type { Visitor } from "../../support/visitor";

const PAGE = "/hyperloop/system/restores";
const WHY = { Reason: "A query without its WHERE" };
const OWNER = { bucket: "copies", region: "eu-west-2", accessKeyId: "key", secretAccessKey: "secret" };

it("a shop without a bucket for backups says so, and has no form", async () => {
  const { browser } = await staffBrowser(await openApp(), "super_admin");
  const page = await browser.visit(PAGE);
  expect(page.text("main")).toContain("This shop has no bucket for backups");
  expect(page.body).not.toContain("Look into the copy");
});

describe("with a bucket for backups", () => {
  let app: Awaited<ReturnType<typeof openApp>>;
  let copyNow: () => Promise<unknown>;
  let runJob: () => Promise<void>;

  beforeAll(async () => {
    const bucket = await startS3Server(OWNER);
    bucket.isCareless = true;
    app = await restartApp({
      LITESTREAM_BUCKET: OWNER.bucket,
      LITESTREAM_REGION: OWNER.region,
      LITESTREAM_ENDPOINT: bucket.endpoint,
      LITESTREAM_ACCESS_KEY_ID: OWNER.accessKeyId,
      LITESTREAM_SECRET_ACCESS_KEY: OWNER.secretAccessKey,
    });
    const nightly = createCopies({ ...OWNER, path: "nightly", endpoint: bucket.endpoint });
    const replica = {
      newest: async () => null,
      bytes: async () => null,
      restore: async () => false,
      version: async () => "",
    };
    const nothing = async () => undefined;
    const functions: JobFunctions = {
      "render-book": nothing,
      "make-print-files": nothing,
      "make-vouchers": nothing,
      "prepare-photo": nothing,
      "restore-account": (id, now) => workOnRestore({ replica, nightly }, id, now),
    };
    copyNow = async () => await makeNightlyCopy(nightly, new Date());
    runJob = async () => await runWaitingJob(new Date(), functions);
    return async () => await bucket.close();
  });

  const superAdmin = async () => await staffBrowser(app, "super_admin");

  /** A loop with three weeks that is in a copy and was deleted, and one of the staff who asked for it. */
  async function asked() {
    const { email, loopId } = await loopOwner(app, { startedDaysAgo: 30 }, [1, 2, 3]);
    await copyNow();
    change("DELETE FROM loops WHERE id = ?", loopId);
    const joan = await superAdmin();
    await joan.browser.visit(PAGE);
    await joan.browser.submit("Look into the copy", { Whose: email, ...WHY });
    const { id } = rowOf("SELECT id FROM restore_requests WHERE account = ?", email);
    return { email, loopId, joan, request: `${PAGE}/${id}`, id: String(id) };
  }

  const main = async (browser: Visitor, path: string) => (await browser.visit(path)).text("main");

  it("one asks, another reads what would come back and approves, and the weeks are there again", async () => {
    const { email, loopId, joan, request, id } = await asked();
    expect(joan.browser.page.text("main")).toContain("We’re fetching a copy and looking into it.");
    expect(joan.browser.page.headers.get("Refresh")).toBe("5");
    await runJob();
    expect(countOf("loops", "id = ?", loopId)).toBe(0);
    const own = await joan.browser.visit(request);
    expect(own.text("main")).toContain("1 loop and 3 weeks would come back.");
    expect(own.text("main")).toContain("You asked for this, so somebody else must decide.");
    expect([own.body.includes("Approve the return"), own.headers.get("Refresh")]).toEqual([false, null]);

    const sunil = await superAdmin();
    const inbox = await sunil.browser.visit("/hyperloop/inbox");
    expect(inbox.links()).toContainEqual(
      expect.objectContaining({ href: request, words: "Bring back 1 loop and 3 weeks" }),
    );
    expect((await joan.browser.visit("/hyperloop/inbox")).body).not.toContain(request);
    expect(await main(sunil.browser, request)).toContain("A query without its WHERE");
    await sunil.browser.submit("Approve the return");
    expect(sunil.browser.page.text("main")).toContain("Approved.");
    expect(countOf("loops", "id = ?", loopId)).toBe(0);
    await runJob();
    expect(await main(joan.browser, request)).toContain("1 loop and 3 weeks came back.");
    expect(countOf("entries", "loop_id = ?", loopId)).toBe(3);
    expect(countOf("emails", "kind = 'account_restored' AND to_email = ?", email)).toBe(1);
    const done = await main(joan.browser, `/hyperloop/audit?q=${id}`);
    expect(done).toContain("asked to bring back what was deleted by accident");
    expect(done).toContain("approved bringing back what was deleted by accident");
  });

  it("the same person, a colleague of this week and other roles approve nothing, whatever they send", async () => {
    const { joan, request, id, loopId } = await asked();
    await runJob();
    const fresh = await superAdmin();
    change(
      `INSERT INTO audit_events (staff_id, action, object_type, object_id, at, previous_hash, hash)
       VALUES (?, 'staff.add', 'staff', ?, ?, '', 'added')`,
      ...[joan.staffId, fresh.staffId, Date.now() - 3 * 86_400_000],
    );
    const hal = await staffBrowser(app, "marketing");
    const approve = async ({ browser }: { browser: Visitor }) =>
      await browser.post(request, { csrf: await tokenOf(browser), intent: "approve" });
    expect((await approve(joan)).status).toBe(303);
    expect(await main(joan.browser, request)).toContain("You asked for this, so somebody else must decide.");
    await fresh.browser.visit(request);
    await fresh.browser.submit("Approve the return");
    expect(fresh.browser.page.text("main")).toContain("Their account must be at least 7 days old");
    expect((await approve(hal)).status).toBe(403);
    for (const path of [PAGE, request, `${request}/withdraw`]) expect((await hal.browser.visit(path)).status).toBe(403);
    expect(rowOf("SELECT state FROM restore_requests WHERE id = ?", id)).toEqual({ state: "waiting" });
    await runJob();
    expect(countOf("loops", "id = ?", loopId)).toBe(0);
  });

  it("bad input gets error messages, and what was typed stays", async () => {
    const { browser } = await superAdmin();
    const typed = { Whose: "", "Only this loop": "abc", "As it was on": "yesterday", Reason: " " };
    const errors = async (fillings: Record<string, string>) => {
      await browser.visit(PAGE);
      const page = await browser.submit("Look into the copy", fillings);
      expect(page.status).toBe(422);
      expect(page.field("Only this loop").value).toBe("abc");
      return ["Whose", "As it was on", "Reason"].map((name) => page.field(name).error);
    };
    expect(await errors(typed)).toEqual([
      "Please enter an email address or an account’s id",
      "Please enter a day and a time, such as 2026-11-22 09:30",
      "Please say why. We keep the reason with the action",
    ]);
    const given = { ...typed, Whose: "anna@example.com", ...WHY };
    const [, later] = await errors({ ...given, "As it was on": "2099-01-01T09:30" });
    expect(later).toBe("That’s still to come. Please choose a moment before the accident");
    const [, early] = await errors({ ...given, "As it was on": "2020-01-01 09:30" });
    expect(early).toBe("Copies are kept for 30 days. Please choose a later moment");
    const { email } = await asked();
    const twice = await browser.submit("Look into the copy", {
      ...given,
      Whose: email,
      "Only this loop": "",
      "As it was on": "",
    });
    expect(twice.field("Whose").error).toBe("Somebody has already asked for this. See below");
    await runJob();
  });

  it("it is declined for a reason, or withdrawn by either, and what is over can’t be approved", async () => {
    const one = await asked();
    await runJob();
    const sunil = await superAdmin();
    await sunil.browser.visit(one.request);
    const empty = await sunil.browser.submit("Decline the return", { Reason: "" });
    expect(empty.field("Reason").error).toBe("Please say why. We keep the reason with the action");
    await sunil.browser.submit("Decline the return", { Reason: "They meant it" });
    expect(sunil.browser.page.text("main")).toContain("They meant it");

    const two = await asked();
    await runJob();
    await sunil.browser.visit(two.request);
    await sunil.browser.submit("Approve the return");
    await sunil.browser.visit(`${two.request}/withdraw`);
    await sunil.browser.submit("Withdraw it", { Reason: "Wrong year" });
    expect(sunil.browser.page.text("main")).toContain("Withdrawn. Nothing has been changed.");
    await runJob();
    expect((await sunil.browser.visit(`${two.request}/withdraw`)).status).toBe(404);

    const three = await asked();
    await runJob();
    change("UPDATE restore_requests SET created_at = created_at - 604800000 WHERE id = ?", three.id);
    expect(await main(sunil.browser, three.request)).toContain("so it lapsed");
    expect((await sunil.browser.visit("/hyperloop/inbox")).body).not.toContain(three.request);
    for (const { loopId } of [one, two, three]) expect(countOf("loops", "id = ?", loopId)).toBe(0);
  });

  it("is found from the system page and the page of a person, by those who may", async () => {
    const { accountId } = await loopOwner(app);
    const { browser } = await superAdmin();
    const { browser: bea } = await staffBrowser(app, "support");
    const person = `/hyperloop/people/${accountId}`;
    const hrefs = async (who: Visitor, path: string) => (await who.visit(path)).links().map(({ href }) => href);
    expect(await hrefs(browser, "/hyperloop/system")).toContain(PAGE);
    expect(await hrefs(browser, person)).toContain(`${PAGE}?account=${accountId}`);
    expect(await hrefs(bea, person)).not.toContain(`${PAGE}?account=${accountId}`);
    expect((await browser.visit(`${PAGE}?account=${accountId}`)).field("Whose").value).toBe(accountId);
  });
});
