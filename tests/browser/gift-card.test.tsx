import { useForm } from "@conform-to/react";
import { expect, it } from "vitest";
import type { ConformField } from "~/ui/conform-field";
import { GiftCardPreview } from "~/ui/gift-card-preview";
import { GiftFields, type GiftFieldsProps } from "~/ui/gift-fields";
import { openPage } from "./support/open-page";

function Gift() {
  const [form, fields] = useForm({ id: "gift" });
  return (
    <>
      <form id={form.id}>
        <GiftFields
          fields={fields as unknown as Record<keyof GiftFieldsProps["fields"], ConformField>}
          firstDay="2026-11-20"
          lastDay="2027-11-19"
        />
      </form>
      <GiftCardPreview theme="family" formId={form.id} recipient="" message="" giver="" beside />
    </>
  );
}

it("the card follows every word, and its button goes", async () => {
  const page = await openPage(<Gift />);
  expect(await page.getByRole("button", { name: "Show my words on the card" }).isVisible()).toBe(false);
  await page.getByLabel("Who’s it for?").fill(" Callum ");
  expect(await page.locator('[data-card="recipient"]').allTextContents()).toEqual(["Callum", "Callum"]);
  await page.getByLabel("Who’s it for?").fill("");
  expect(await page.locator('[data-card="recipient"]').allTextContents()).toEqual(["you", ""]);
});

it("the message is written as large as the server writes it, and the room for it is counted", async () => {
  const page = await openPage(<Gift />);
  const [card, room, field] = [
    page.locator('[data-card="message"]'),
    page.locator("[data-card-room]"),
    page.getByLabel("Your message"),
  ];
  expect(await card.getAttribute("class")).toBe("gift-card-lines");
  for (const [length, size, said] of [
    [30, "large", ""],
    [400, "small", ""],
    [460, "smallest", "Room for 40 characters on the card"],
    [499, "smallest", "Room for 1 character on the card"],
    [500, "smallest", "The card is full"],
    [502, "smallest", "The card is full: 2 characters too many"],
  ] as const) {
    await field.fill("x".repeat(length));
    expect(await card.getAttribute("class")).toBe(`gift-card-message gift-card-message-${size}`);
    expect(await room.textContent()).toBe(said);
  }
});
