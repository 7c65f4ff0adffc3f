import { describe, expect, it } from "vitest";
import { LONGEST_GIFT_MESSAGE, messageSize } from "~/domain/shop/vouchers/gift-message";
import { CardFront, CardNote } from "~/ui/gift-card";
import { renderPart } from "./render-part";

describe("the card of a gift", () => {
  it("is for you, with lines to write on, while nothing is written", async () => {
    const html = await renderPart(
      <>
        <CardFront recipient="" />
        <CardNote recipient="" message=" " giver="" />
      </>,
    );
    expect(html.replace(/<[^>]+>/g, "")).toContain("For you");
    expect(html).toContain("gift-card-lines");
    expect(html).not.toContain("gift-card-message");
  });

  it.each([
    ["Congratulations, and love always.", "large"],
    ["x".repeat(240), "medium"],
    ["x".repeat(400), "small"],
    ["x".repeat(LONGEST_GIFT_MESSAGE), "smallest"],
    ["a line\n".repeat(10).trim(), "small"],
  ])("writes a longer message smaller: %s", (message, size) => {
    expect(messageSize(message)).toBe(size);
  });
});
