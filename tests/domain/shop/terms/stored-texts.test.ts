import "../../../support/payment-sandbox";
import { afterEach, describe, expect, it } from "vitest";
import { db } from "#db/client.server";
import { settings, storedTexts } from "#db/schema";
import { placeLoopOrder } from "~/domain/shop/orders/orders.server";
import { storedText } from "~/domain/shop/terms/stored-texts.server";
import { clock } from "../../../support/payment-sandbox";
import { person } from "../../../support/people";
import { ordered, orderInput } from "../../../support/shop";

afterEach(() => {
  db.delete(settings).run();
});

function moveTo(address: string) {
  const values = { key: "company", value: JSON.stringify({ address }), updatedAt: clock.now };
  db.insert(settings).values(values).onConflictDoUpdate({ target: settings.key, set: values }).run();
}

const termsOf = ({ termsHash }: { termsHash: string | null }) => JSON.stringify(storedText(termsHash ?? "")?.page);

describe("the terms of an order", () => {
  it("are kept as they read when it was made, and once however many orders were made under them", () => {
    const first = ordered(person("Ada"));
    const texts = db.select().from(storedTexts).all().length;
    const second = ordered(person("Ben"));
    expect(second.termsHash).toBe(first.termsHash);
    expect(second.privacyHash).toBe(first.privacyHash);
    expect(db.select().from(storedTexts).all()).toHaveLength(texts);
    expect(storedText(first.termsHash ?? "")?.page.title).toBe("Terms & Conditions");
    expect(storedText(first.privacyHash ?? "")?.page.title).toBe("Privacy Policy");
  });

  it("stay those of its day when a setting changes what they say", () => {
    moveTo("1 Old Street, Hull");
    const before = ordered(person("Cleo"));
    moveTo("2 New Street, York");
    const after = ordered(person("Dot"));
    expect(termsOf(before)).toContain("1 Old Street, Hull");
    expect(termsOf(before)).not.toContain("2 New Street, York");
    expect(termsOf(after)).toContain("2 New Street, York");
  });

  it("are today’s again when a basket that was not paid is ordered again", () => {
    const eve = orderInput(person("Eve"));
    const first = placeLoopOrder(eve, clock.now);
    moveTo("3 Third Street, Leeds");
    const again = placeLoopOrder(eve, clock.now);
    expect(first.ok && termsOf(first.order)).not.toContain("Leeds");
    expect(again.ok && termsOf(again.order)).toContain("3 Third Street, Leeds");
  });

  it("are not found under another hash", () => {
    expect(storedText("0".repeat(64))).toBeUndefined();
  });
});
