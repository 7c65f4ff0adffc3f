import { describe, expect, it } from "vitest";
import { becomeCustomer } from "../../screens/support/customers";
import { giveGift } from "../../screens/support/gifts";
import { change, countActs, countOf, dayFromToday, rowOf } from "../../screens/support/records";
import { makeVoucher } from "../../screens/support/vouchers";
import { openApp } from "../../support/app";
import { staffBrowser } from "../../support/staff";

const app = await openApp();
const LIST = "/hyperloop/vouchers";

describe("the list of vouchers", () => {
  it("shows the last four characters of a code, to a super admin too; a press that shows the rest is recorded", async () => {
    const { code, voucherId } = await makeVoucher();
    const support = await staffBrowser(app, "support");
    expect((await support.browser.visit(LIST)).body).toContain(`····-····-${code.slice(-4)}`);
    expect(support.browser.page.body).not.toContain(code);
    const superAdmin = await staffBrowser(app, "super_admin");
    for (const path of [LIST, `${LIST}/${voucherId}`])
      expect((await superAdmin.browser.visit(path)).body).not.toContain(code);
    await superAdmin.browser.submit("Download Voucher");
    expect(countActs("vouchers.reveal", voucherId)).toBe(1);
  });

  it("sums what was redeemed and what can still be", async () => {
    await makeVoucher();
    const spent = await makeVoucher();
    change("UPDATE vouchers SET status = 'REDEEMED', redeemed_at = 1 WHERE id = ?", spent.voucherId);
    const sumOf = (status: string) =>
      Number(rowOf("SELECT sum(value_pence) AS pence FROM vouchers WHERE status = ? AND is_test = 0", status).pence);
    const { browser } = await staffBrowser(app, "support");
    const kpis = (await browser.visit(LIST)).text(".kpis");
    for (const status of ["REDEEMED", "ACTIVE"]) {
      expect([status, kpis.includes(`£${(sumOf(status) / 100).toFixed(2)}`)]).toEqual([status, true]);
    }
  });

  it("finds by code, and says so where there is nothing; searches of any kind break nothing", async () => {
    const { voucherId, code } = await makeVoucher();
    const { browser } = await staffBrowser(app, "support");
    expect((await browser.visit(`${LIST}?q=${code.toLowerCase()}`)).body).toContain(voucherId);
    for (const q of ["' OR 1=1 --", "%_%", '"'.repeat(200), "\u0000x", "🧵", "a".repeat(5000)]) {
      const page = await browser.visit(`${LIST}?q=${encodeURIComponent(q)}&status=NONE&page=x`);
      expect([page.status, page.body.includes("No vouchers found")]).toEqual([200, true]);
    }
  });
});

describe("generating", () => {
  it("makes a batch at once, counts no test vouchers, and writes it down", async () => {
    const { browser } = await staffBrowser(app, "marketing");
    const before = countOf("vouchers");
    await browser.visit(`${LIST}/generate`);
    const page = await browser.submit("Generate", {
      "How many": "3",
      "What for": "Fair",
      "Mark as test vouchers": true,
    });
    expect(page.body).toContain("3 vouchers made.");
    expect(countOf("vouchers") - before).toBe(3);
    const { id } = rowOf("SELECT id FROM voucher_batches WHERE note = 'Fair'");
    expect(countActs("vouchers.generate", String(id))).toBe(1);
    expect(countOf("vouchers", "batch_id = ? AND is_test = 1 AND value_pence = 4900", id)).toBe(3);
  });

  it.each([
    ["no", { "How many": "0" }, "Please enter a whole number from 1 to 5,000"],
    ["never-ending", { "Valid until": "2030-02-31" }, "Please choose a date from the calendar"],
    ["run-out", { "Valid until": "2020-01-01" }, "Please choose a last day after the first"],
  ])("makes %s vouchers for nobody, and keeps the words", async (_, wrong, sentence) => {
    const { browser } = await staffBrowser(app, "marketing");
    const before = countOf("vouchers");
    await browser.visit(`${LIST}/generate`);
    const page = await browser.submit("Generate", { "What for": "The autumn fair", ...wrong });
    expect(page.status).toBe(422);
    expect(page.body).toContain(sentence);
    expect(page.body).toContain("The autumn fair");
    expect(countOf("vouchers")).toBe(before);
  });

  it("loads itself again while the vouchers of a large order are made", async () => {
    const { browser } = await staffBrowser(app, "super_admin", `${LIST}/generate`);
    await browser.submit("Generate", { "How many": "2", "What for": "Being made" });
    const { id } = rowOf("SELECT id FROM voucher_batches WHERE note = 'Being made'");
    const refresh = async () => (await browser.visit(`${LIST}/batches/${id}`)).headers.get("Refresh");
    expect(await refresh()).toBeNull();
    change("UPDATE voucher_batches SET state = 'making' WHERE id = ?", id);
    expect(await refresh()).toBe("3");
  });

  it("holds back more than twenty until a second person has looked", async () => {
    const one = await staffBrowser(app, "super_admin", `${LIST}/generate`);
    const made = await one.browser.submit("Generate", { "How many": "21", "What for": "Large" });
    expect(made.body).toContain("second person");
    const { id } = rowOf("SELECT id FROM voucher_batches WHERE note = 'Large'");
    const usable = () => countOf("vouchers", "batch_id = ? AND status = 'ACTIVE'", id);
    const batch = `${LIST}/batches/${id}`;
    expect([made.path, usable()]).toEqual([batch, 0]);
    expect(made.body).toContain("You made this partner order, so somebody else must decide.");
    const token = made.field("csrf").value;
    await one.browser.post(batch, { intent: "approve", csrf: token });
    expect(usable()).toBe(0);
    const other = await staffBrowser(app, "super_admin");
    expect((await other.browser.visit(LIST)).body).toContain("A partner order is waiting");
    await other.browser.visit(batch);
    await other.browser.submit("Approve the partner order");
    expect([usable(), countActs("vouchers.approve", String(id))]).toEqual([21, 1]);
  });

  it("calls a batch off that the second person declines, for a reason", async () => {
    const marketing = await staffBrowser(app, "marketing", `${LIST}/generate`);
    const made = await marketing.browser.submit("Generate", { "How many": "21", "What for": "Too many" });
    const { id } = rowOf("SELECT id FROM voucher_batches WHERE note = 'Too many'");
    const { browser } = await staffBrowser(app, "super_admin", made.path);
    expect((await browser.submit("Decline the partner order", { Reason: " " })).status).toBe(422);
    await browser.submit("Decline the partner order", { Reason: "Nobody asked for these" });
    expect([
      countOf("vouchers", "batch_id = ? AND status = 'CANCELLED'", id),
      countActs("vouchers.decline", String(id)),
    ]).toEqual([21, 1]);
    expect((await browser.visit(`${LIST}/batches`)).body).not.toContain("Awaiting approval");
  });
});

describe("one voucher", () => {
  it("is cancelled once, with a reason that is kept", async () => {
    const { voucherId } = await makeVoucher();
    const { browser } = await staffBrowser(app, "support", `${LIST}/${voucherId}/cancel`);
    expect((await browser.submit("Cancel Voucher", { Reason: "" })).status).toBe(422);
    const page = await browser.submit("Cancel Voucher", { Reason: "Lost in the post" });
    expect(page.body).toContain("The voucher is cancelled.");
    expect(page.body).toContain("Lost in the post");
    await browser.visit(`${LIST}/${voucherId}/cancel`);
    await browser.submit("Cancel Voucher", { Reason: "And again" });
    expect(countActs("vouchers.cancel", voucherId)).toBe(1);
  });

  it("is extended to a later day only", async () => {
    const { voucherId } = await makeVoucher();
    const { browser } = await staffBrowser(app, "support", `${LIST}/${voucherId}/extend`);
    const early = await browser.submit("Extend", { "Valid until": dayFromToday(10), Reason: "Asked for" });
    expect([early.status, early.body.includes("Please choose a day after")]).toEqual([422, true]);
    await browser.submit("Extend", { "Valid until": dayFromToday(500), Reason: "Asked for" });
    expect(countActs("vouchers.extend", voucherId)).toBe(1);
  });

  it("is not offered for redeeming before its first day, and a form that comes all the same keeps what was typed", async () => {
    const { email } = await becomeCustomer(app);
    const { voucherId } = await makeVoucher();
    const { browser } = await staffBrowser(app, "support");
    const offers = async () => (await browser.visit(`${LIST}/${voucherId}`)).text("main").includes("Manual Redeem");
    expect(await offers()).toBe(true);
    change("UPDATE vouchers SET valid_from = ? WHERE id = ?", Date.now() + 86_400_000, voucherId);
    expect(await offers()).toBe(false);
    await browser.visit(`${LIST}/${voucherId}/redeem`);
    const page = await browser.submit("Redeem", { "Customer’s email": email, Reason: "By telephone" });
    expect([page.status, page.errorSummary()]).toEqual([422, ["This voucher can’t be redeemed before its first day"]]);
    expect([page.body.includes(email), page.body.includes("By telephone")]).toEqual([true, true]);
  });

  it("is sent again only where it has somebody to be sent to", async () => {
    const { voucherId } = await makeVoucher();
    const { browser } = await staffBrowser(app, "support");
    const offers = async () => (await browser.visit(`${LIST}/${voucherId}`)).text("main").includes("Resend");
    expect(await offers()).toBe(false);
    change("UPDATE vouchers SET recipient_email = 'callum@example.org' WHERE id = ?", voucherId);
    expect(await offers()).toBe(true);
  });

  it("is redeemed for a customer by name, and begins their loop", async () => {
    const { voucherId } = await makeVoucher();
    const { accountId, email } = await becomeCustomer(app);
    const { browser } = await staffBrowser(app, "support", `${LIST}/${voucherId}/redeem`);
    const nobody = await browser.submit("Redeem", {
      "Customer’s email": "nobody@example.org",
      Reason: "By telephone",
    });
    expect([nobody.status, nobody.body.includes("No customer has confirmed")]).toEqual([422, true]);
    await browser.submit("Redeem", { "Customer’s email": email, Reason: "By telephone" });
    expect(rowOf("SELECT status, redeemed_by_account_id AS who FROM vouchers WHERE id = ?", voucherId)).toEqual({
      status: "REDEEMED",
      who: accountId,
    });
    expect([countOf("loops", "account_id = ?", accountId), countActs("vouchers.redeem", voucherId)]).toEqual([1, 1]);
  });

  it("is sent again three times a day at most", async () => {
    const recipient = { name: "Callum", email: "callum@example.org", message: "", sendOnDay: null };
    const { voucherId } = await makeVoucher({ recipient });
    const { browser } = await staffBrowser(app, "support");
    for (let time = 0; time < 4; time += 1) {
      await browser.visit(`${LIST}/${voucherId}`);
      await browser.submit("Resend");
    }
    expect(browser.page.body).toContain("Three emails have gone out today, which is the limit.");
    expect([countOf("emails", "kind = 'gift'"), countActs("vouchers.resend", voucherId)]).toEqual([3, 3]);
  });

  it("shows its code once for each press, to staff who may see codes, and that is written down", async () => {
    const { voucherId, code } = await makeVoucher();
    const { browser } = await staffBrowser(app, "super_admin");
    const path = `${LIST}/${voucherId}`;
    await browser.visit(path);
    const shown = await browser.submit("Show code");
    expect([shown.status, shown.text("[role=status]").includes(code)]).toEqual([200, true]);
    expect([shown.path, shown.headers.get("cache-control")]).toEqual([path, "no-store"]);
    expect(shown.text("main")).toContain("saw the whole code");
    for (const again of [path, `${path}.data`])
      expect((await browser.send(again)).body).not.toContain(code.replaceAll("-", "").slice(0, 8));
    expect((await browser.visit(path)).body).not.toContain(code);
    expect(countActs("vouchers.reveal", voucherId)).toBe(1);
    await browser.submit("Show code");
    expect(countActs("vouchers.reveal", voucherId)).toBe(2);
    const support = await staffBrowser(app, "support");
    expect((await support.browser.visit(path)).body).not.toContain("Show code");
  });

  it("keeps what its giver wrote until somebody of support presses, and that is written down", async () => {
    const recipient = { name: "Callum", email: null, message: "For you and the otter.", sendOnDay: null };
    const { accountId } = await becomeCustomer(app);
    const { voucherId } = await makeVoucher({ recipient, purchasedByAccountId: accountId });
    const path = `${LIST}/${voucherId}`;
    for (const role of ["support", "super_admin"] as const) {
      const { browser } = await staffBrowser(app, role);
      for (const one of [path, `${path}.data`]) expect((await browser.send(one)).body).not.toContain("otter");
      const before = countActs("vouchers.read_message", voucherId);
      await browser.visit(path);
      const read = await browser.submit("Read the message");
      expect([read.status, read.text("main").includes("For you and the otter.")]).toEqual([200, true]);
      expect(read.headers.get("cache-control")).toBe("no-store");
      expect((await browser.visit(path)).body).not.toContain("otter");
      expect(countActs("vouchers.read_message", voucherId)).toBe(before + 1);
      expect(browser.page.text("main")).toContain("read what a giver wrote");
    }
    const plain = await makeVoucher({ recipient: { ...recipient, message: null } });
    const { browser } = await staffBrowser(app, "support");
    expect((await browser.visit(`${LIST}/${plain.voucherId}`)).body).not.toContain("Read the message");
  });

  it("takes no odd button", async () => {
    const { voucherId } = await makeVoucher();
    const { browser } = await staffBrowser(app, "super_admin");
    const csrf = (await browser.visit(`${LIST}/${voucherId}`)).field("csrf").value;
    const before = countOf("audit_events");
    for (const intent of ["", "reveal", "Code"]) {
      const page = await browser.send(`${LIST}/${voucherId}`, {
        method: "POST",
        body: new URLSearchParams({ csrf, intent }).toString(),
        headers: {
          "Content-Type": "application/x-www-form-urlencoded",
          Origin: process.env.PUBLIC_ORIGIN ?? "",
        },
      });
      expect([intent, page.status]).toEqual([intent, 400]);
    }
    expect(countOf("audit_events")).toBe(before);
  });

  it("gives its card to staff who may see codes, and that is written down", async () => {
    const { voucherId } = await makeVoucher();
    const { browser } = await staffBrowser(app, "super_admin", `${LIST}/${voucherId}`);
    const card = await browser.submit("Download Voucher");
    expect([card.status, card.headers.get("content-type")]).toEqual([200, "application/pdf"]);
    expect(countActs("vouchers.reveal", voucherId)).toBe(1);
  });

  it("that does not exist is not found", async () => {
    const { browser } = await staffBrowser(app, "support");
    for (const leaf of ["", "/cancel", "/extend", "/redeem"]) {
      expect((await browser.visit(`${LIST}/nothing${leaf}`)).status).toBe(404);
    }
  });
});

describe("the file for spreadsheets", () => {
  it("has all vouchers, without their codes, and is written down", async () => {
    const { code } = await makeVoucher({
      recipient: { name: "=HYPERLINK(1)", email: null, message: "", sendOnDay: null },
    });
    const { browser } = await staffBrowser(app, "super_admin", LIST);
    const file = await browser.submit("Export CSV");
    expect(file.headers.get("content-type")).toContain("text/csv");
    expect(file.body).toContain(`"'=HYPERLINK(1)"`);
    expect(file.body).not.toContain(code);
    expect(countOf("audit_events", "action = 'vouchers.export'")).toBe(1);
  });

  it("has what the list shows where that is only what runs out within a week", async () => {
    const [soon, late] = [await makeVoucher(), await makeVoucher()];
    change("UPDATE vouchers SET expires_at = ? WHERE id = ?", Date.now() + 3 * 86_400_000, soon.voucherId);
    const { browser } = await staffBrowser(app, "super_admin", `${LIST}?soon=1`);
    const file = await browser.submit("Export CSV");
    const isIn = ({ code }: { code: string }) => file.body.includes(`····-····-${code.slice(-4)}`);
    expect([isIn(soon), isIn(late), file.body.includes(soon.code)]).toEqual([true, false, false]);
  });
});

describe("the codes of a partner order", () => {
  it("arrive as a file, once, and never without a reason", async () => {
    const { browser } = await staffBrowser(app, "marketing", `${LIST}/generate`);
    await browser.submit("Generate", { "How many": "2", Value: "49", "What for": "Sealed" });
    const { id } = rowOf("SELECT id FROM voucher_batches WHERE note = 'Sealed'");
    const page = `${LIST}/batches/${id}/export`;
    await browser.visit(page);
    await browser.submit("Open the codes and download", { Reason: " " });
    expect(browser.page.path).toBe(page);
    expect(rowOf("SELECT seal_opened_at AS at FROM voucher_batches WHERE id = ?", String(id)).at).toBeNull();
    const file = await browser.submit("Open the codes and download", { Reason: "For the organisers" });
    expect(file.headers.get("content-disposition")).toContain("attachment");
    expect(file.body.trim().split("\r\n")).toHaveLength(3);
    expect((await browser.visit(page)).body).toContain("Ask to open it");
    expect((await browser.visit(`${LIST}/batches/${id}/codes`)).path).toBe(page);
  });
});

describe("what marketing sees", () => {
  const PEOPLE = ["Marigold", "Thistle", "Foxglove", "Teasel", "otter"];
  const shown = (body: string) => PEOPLE.filter((word) => body.includes(word));

  it("of a customer’s gift is its state and its last day, and nobody who bought, received or used it", async () => {
    const giver = await becomeCustomer(app);
    const holder = await becomeCustomer(app);
    const name = "UPDATE accounts SET first_name = ?, last_name = ?, email = ? WHERE id = ?";
    change(name, "Marigold", "Thistle", "Thistle@example.org", giver.accountId);
    change(name, "Foxglove", "Moss", "Foxglove@example.org", holder.accountId);
    const orderId = giveGift(giver);
    change("UPDATE orders SET first_name = 'Marigold', last_name = 'Thistle' WHERE id = ?", orderId);
    const recipient = {
      ...{ name: "Teasel", email: "Teasel@example.org", message: "For the otter.", sendOnDay: null },
      giverName: "Aunt Marigold",
    };
    const gift = await makeVoucher({ recipient, orderId, purchasedByAccountId: giver.accountId });
    const { voucherId, code } = gift;
    const { browser } = await staffBrowser(app, "marketing");
    const path = `${LIST}/${voucherId}`;
    const search = "/hyperloop/search";
    const pages = [LIST, `${LIST}.data`, path, `${path}.data`];
    const seesNobody = async (state: string) => {
      for (const one of pages) expect([one, shown((await browser.send(one)).body)]).toEqual([one, []]);
      expect((await browser.visit(path)).text("main")).toContain(state);
      await browser.visit(LIST);
      const file = await browser.submit("Export CSV");
      expect([shown(file.body), file.body.includes(code.slice(-4))]).toEqual([[], true]);
    };
    await seesNobody("Active");
    change(
      "UPDATE vouchers SET status = 'REDEEMED', redeemed_at = 1, redeemed_by_account_id = ? WHERE id = ?",
      ...[holder.accountId, voucherId],
    );
    await seesNobody("Redeemed");
    for (const words of ["Teasel", "teasel@example.org", "marigold", "thistle@example.org", "aunt mari"]) {
      const q = encodeURIComponent(words);
      expect((await browser.visit(`${LIST}?q=${q}`)).body).not.toContain(voucherId);
      for (const one of [`${search}?q=${q}`, `${search}.data?q=${q}`])
        expect([one, (await browser.send(one)).body.includes(voucherId)]).toEqual([one, false]);
    }
    for (const words of [code, code.slice(-4)]) {
      for (const one of [`${LIST}?q=${words}`, `${search}?q=${words}`, `${search}.data?q=${words}`]) {
        const { body } = await browser.send(one);
        expect([one, shown(body), body.includes(voucherId)]).toEqual([one, [], true]);
      }
    }
    const support = await staffBrowser(app, "support");
    expect(shown((await support.browser.visit(path)).body)).toEqual(["Marigold", "Thistle", "Foxglove", "Teasel"]);
  });

  it("of a partner order is what staff typed, and nobody who used its vouchers", async () => {
    const { browser } = await staffBrowser(app, "marketing", `${LIST}/generate`);
    const order = await browser.submit("Generate", {
      "How many": "1",
      "What for": "Herbs",
      "Recipient name": "Teasel",
      "Recipient email": "teasel@example.net",
      "Gift message": "For the otter.",
    });
    const { id } = rowOf(
      "SELECT id FROM vouchers WHERE batch_id = (SELECT id FROM voucher_batches WHERE note = 'Herbs')",
    );
    const holder = await becomeCustomer(app);
    change("UPDATE accounts SET first_name = 'Foxglove' WHERE id = ?", holder.accountId);
    expect(shown((await browser.visit(order.path)).body)).toEqual(["Teasel"]);
    expect(shown((await browser.visit(`${LIST}/${id}`)).body)).toEqual(["Teasel", "otter"]);
    for (const one of [`${LIST}?q=teasel@example.net`, "/hyperloop/search?q=teasel"])
      expect((await browser.visit(one)).body).toContain(String(id));
    change(
      "UPDATE vouchers SET status = 'REDEEMED', redeemed_at = 1, redeemed_by_account_id = ? WHERE id = ?",
      ...[holder.accountId, id],
    );
    for (const one of [order.path, `${order.path}.data`, LIST, `${LIST}/${id}`, `${LIST}/${id}.data`])
      expect([one, (await browser.send(one)).body.includes("Foxglove")]).toEqual([one, false]);
  });
});
