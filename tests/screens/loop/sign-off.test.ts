import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { howToChangeAddress } from "~/domain/shop/order-rules/order-address";
import { openApp } from "../../support/app";
import { wordsOf } from "../../support/html-form";
import { expectNothingBreaks } from "../support/app-log";
import { giveAddress, type LoopOwner, loopOwner } from "../support/loops";
import { change, rowOf } from "../support/records";

const app = await openApp();
expectNothingBreaks();

const signOffOf = ({ loopId }: LoopOwner) => `/proof/${loopId}/sign-off`;
const main = ({ browser }: LoopOwner) => browser.page.text("main");
const shipmentOf = ({ loopId }: LoopOwner) => rowOf("SELECT * FROM shipments WHERE loop_id = ?", loopId);

const sentToPrintEmailOf = ({ loopId }: LoopOwner) =>
  rowOf("SELECT text_body FROM emails WHERE dedupe_key = ?", `sent_to_print:${loopId}`);

const HOME = ["Ada Quill", "14 Weavers Row, Hebden Bridge HX7 8AA"];
const SKYLARK = {
  "Address label": "New house",
  "Address line 1": "3 Skylark Hill",
  "Town or city": "Whitby",
  Postcode: "YO21 3PU",
};

/** With a proof that was made, and one saved address, on the page that sends it to print. */
async function ownerAtSignOff(): Promise<LoopOwner> {
  const owner = await loopOwner(app, { startedDaysAgo: 360 }, [1, 2]);
  giveAddress(owner);
  await owner.browser.visit(`/proof/${owner.loopId}`);
  change(
    "UPDATE book_files SET state = 'ready', storage_key = 'x', page_count = 120, bytes = 4 WHERE loop_id = ?",
    owner.loopId,
  );
  await owner.browser.visit(signOffOf(owner));
  return owner;
}

/** As if the loop had been bought with this address typed on the order. */
function orderTo(owner: LoopOwner, line1: string): void {
  const address = { firstName: "Ada", lastName: "Quill", line1, line2: "", city: "Otley", county: "" };
  const now = Date.now();
  const orderId = randomBytes(10).toString("hex");
  change(
    `INSERT INTO orders (id, number, account_id, kind, status, basket_key, subtotal_pence, total_pence, pricing, email, delivery_address, created_at, updated_at)
     VALUES (?, ?, ?, 'loop', 'PAID', ?, 6999, 6999, '{}', 'ada@example.com', ?, ?, ?)`,
    ...[orderId, `LP-${orderId.slice(0, 8)}`, owner.accountId, orderId],
    ...[JSON.stringify({ ...address, postcode: "LS21 3EX" }), now, now],
  );
  change(
    `INSERT INTO loop_credits (id, account_id, order_id, theme, type, loop_id, created_at)
     VALUES (?, ?, ?, 'family', 'family-adventures', ?, ?)`,
    ...[randomBytes(10).toString("hex"), owner.accountId, orderId, owner.loopId, now],
  );
}

async function follow(owner: LoopOwner, words: string): Promise<void> {
  const link = owner.browser.page.links().find((one) => one.words === words);
  expect(link, words).toBeDefined();
  await owner.browser.visit(link?.href ?? "");
}

const choices = ({ browser }: LoopOwner) =>
  browser.page.root.querySelectorAll(".sign-off-facts .radio-card").map(wordsOf);
const chosen = ({ browser }: LoopOwner) =>
  browser.page.root.querySelectorAll(".sign-off-facts .radio-card").flatMap((card) => {
    return card.querySelector("input[checked]") ? [wordsOf(card)] : [];
  });

describe("the address a book is sent to", () => {
  it("is changed on the way to print and shown as changed", async () => {
    const owner = await ownerAtSignOff();
    expect(main(owner)).toMatch(/Ada Quill\s*14 Weavers Row\s*Hebden Bridge HX7 8AA/);
    await follow(owner, "Change the address");
    await owner.browser.submit("Save address", SKYLARK);
    expect(owner.browser.page.heading).toBe("Send it to print?");
    expect(main(owner)).toMatch(/3 Skylark Hill\s*Whitby YO21 3PU/);
    expect(choices(owner)).toEqual([]);
    await owner.browser.submit("Send it to print");
    // It follows the saved address until it is printed.
    expect(shipmentOf(owner).delivery_address).toBeNull();
  });

  it("is the order’s at first, and another one where its owner has moved since", async () => {
    const owner = await ownerAtSignOff();
    change("DELETE FROM addresses WHERE account_id = ?", owner.accountId);
    orderTo(owner, "7 Albion Row");
    await owner.browser.visit(signOffOf(owner));
    expect(main(owner)).toMatch(/7 Albion Row\s*Otley LS21 3EX/);
    await follow(owner, "Change the address");
    await owner.browser.submit("Save address", SKYLARK);
    expect(choices(owner).join(" ")).toMatch(/7 Albion Row.*3 Skylark Hill/);
    expect(chosen(owner).join(" ")).toContain("3 Skylark Hill");
    await owner.browser.submit("Send it to print");
    expect(main(owner)).toContain("3 Skylark Hill, Whitby YO21 3PU");
    expect(JSON.parse(String(shipmentOf(owner).delivery_address))).toMatchObject({
      line1: "3 Skylark Hill",
    });
    const email = String(sentToPrintEmailOf(owner).text_body);
    expect(email).toContain("Book: Luxury hardback, printed cover, 120 pages\n");
    expect(email).toMatch(/Going to: Margaret Okafor, 3 Skylark Hill, Whitby, YO21 3PU\n/);
    expect(email).toContain("you can’t change the words, the photos or the title any more");
    expect(email).toContain(howToChangeAddress("account"));
    expect(main(owner)).toContain(/Arrives: By (.+)/.exec(email)?.[1] ?? "no day");
  });

  it("is one choice where the order and the account name the same", async () => {
    const owner = await ownerAtSignOff();
    orderTo(owner, "7 Albion Row");
    change(
      "UPDATE addresses SET line1 = '7 Albion Row', city = 'Otley', postcode = 'LS21 3EX' WHERE account_id = ?",
      owner.accountId,
    );
    await owner.browser.visit(signOffOf(owner));
    expect(choices(owner)).toEqual([]);
    await owner.browser.submit("Send it to print");
    expect(shipmentOf(owner).delivery_address).toBeNull();
  });

  it("stays chosen while unfinished weeks are decided about, and is never another account’s", async () => {
    const [owner, other] = [await ownerAtSignOff(), await ownerAtSignOff()];
    orderTo(owner, "7 Albion Row");
    change(
      `INSERT INTO drafts (id, loop_id, week, content, updated_at) VALUES (?, ?, 3, 'Half a week.', 1)`,
      ...[randomBytes(10).toString("hex"), owner.loopId],
    );
    await owner.browser.visit(signOffOf(owner));
    const saved = `at-${owner.loopId}`;
    await owner.browser.submit("Send it to print", { to: saved });
    expect(owner.browser.page.status).toBe(422);
    expect(chosen(owner).join(" ")).toContain(HOME[1]);
    await owner.browser.visit(`${signOffOf(owner)}?to=at-${other.loopId}`);
    expect(chosen(owner).join(" ")).toContain("7 Albion Row");
    change("DELETE FROM drafts WHERE loop_id = ?", owner.loopId);
    await owner.browser.visit(signOffOf(owner));
    change("DELETE FROM addresses WHERE id = ?", saved);
    await owner.browser.submit("Send it to print", { to: saved });
    expect(main(owner)).toContain("That address isn’t in your account any more.");
    expect(rowOf("SELECT status FROM loops WHERE id = ?", owner.loopId).status).toBe("ACTIVE");
  });
});
