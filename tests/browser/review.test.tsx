import { describe, expect, it } from "vitest";
import type { EntryReviewProps } from "~/hyperloop/moderation/entry-opened";
import { ReviewButtons } from "~/hyperloop/moderation/review-buttons";
import { openPage } from "./support/open-page";

const review = (
  <ReviewButtons
    entry={{ owner: { name: "Margaret" } } as EntryReviewProps["entry"]}
    opened={{ seen: "1" } as EntryReviewProps["opened"]}
    moderationDecisions={["approve", "reject", "flag"]}
    chosen=""
    actionData={undefined}
  />
);

/** The page of a reviewer, and what was decided on it. */
async function openReview() {
  const decided: string[] = [];
  const page = await openPage(review, {
    hasClock: true,
    responses: {
      "POST /": (request) => {
        decided.push(new URLSearchParams(request.postData() ?? "").get("intent") ?? "");
        return { body: "Decided" };
      },
    },
  });
  await page.clock.runFor(400);
  return { page, decided };
}

const decidedAs = async ({ page, decided }: Awaited<ReturnType<typeof openReview>>) => {
  await page.getByText("Decided").waitFor();
  return decided;
};

describe("the keys of a reviewer", () => {
  it("press the button that has the key on it", async () => {
    const opened = await openReview();
    await opened.page.keyboard.press("a");
    expect(await decidedAs(opened)).toEqual(["approve"]);
  });

  it("go to the note first where the decision needs one, which Ctrl+Enter sends", async () => {
    const opened = await openReview();
    const { page } = opened;
    await page.keyboard.press("f");
    const note = page.getByLabel("Note");
    expect(await note.evaluate((one) => one === document.activeElement)).toBe(true);
    await page.keyboard.type("ab");
    await page.keyboard.press("Control+Enter");
    expect(opened.decided).toEqual([]);
    await page.keyboard.type("c");
    await page.keyboard.press("Control+Enter");
    expect(await decidedAs(opened)).toEqual(["flag"]);
  });

  it("decide nothing about an entry that has only just come", async () => {
    const { page, decided } = await openReview();
    await page.reload();
    await page.keyboard.press("a");
    await page.clock.runFor(300);
    await page.keyboard.press("a");
    expect(await page.getByText("Decided").count()).toBe(0);
    expect(decided).toEqual([]);
  });

  it("can be turned off in this browser", async () => {
    const { page, decided } = await openReview();
    await page.getByRole("button", { name: "Turn keys off" }).click();
    expect(await page.locator("[data-key=a]").getAttribute("aria-keyshortcuts")).toBeNull();
    await page.locator("body").press("a");
    expect(decided).toEqual([]);
    expect(await page.getByRole("button", { name: "Turn keys on" }).isVisible()).toBe(true);
  });
});
