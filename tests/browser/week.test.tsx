import { describe, expect, it } from "vitest";
import { countWords } from "~/domain/kernel/text/word-count";
import { openPage, type Response } from "./support/open-page";
import { WeekForm } from "./support/week-form";

/** The week's page with a server that responds to its drafts like this; what was sent is collected. */
async function openWeek(response: () => Response) {
  const sent: URLSearchParams[] = [];
  const page = await openPage(<WeekForm />, {
    hasClock: true,
    responses: {
      "POST /dashboard/draft": (request) => {
        sent.push(new URLSearchParams(request.postData() ?? ""));
        return response();
      },
    },
  });
  const said = page.locator("[data-save-state]");
  return { page, sent, said, field: page.getByLabel("Answer") };
}

const saved = () => ({ status: 204, headers: { "X-Week-Revision": "r2" } });

describe("words typed into a week", () => {
  it.each(["well-known isn’t two – or is it", "Nana said 我们走得更远 twice", "", "one two three four five six"])(
    "are counted as the server counts them: “%s”",
    async (text) => {
      const { page, field } = await openWeek(saved);
      await field.fill(text);
      const count = countWords(text);
      const over = count > 5 ? `, ${count - 5} too many` : "";
      expect(await page.locator("#count").textContent()).toBe(`${count} of 5 words${over}`);
      expect(await page.locator("#count.word-count-over").count()).toBe(count > 5 ? 1 : 0);
    },
  );

  it("are a draft three seconds after the last key, with the newest revision after that", async () => {
    const { page, sent, said, field } = await openWeek(saved);
    await field.fill("One");
    expect(await said.textContent()).toBe("Not saved yet");
    await page.clock.runFor(2_000);
    await field.fill("One two");
    await page.clock.runFor(2_900);
    expect(sent).toEqual([]);
    await page.clock.runFor(100);
    await page.getByText("Draft saved at 09:00").waitFor();
    await field.fill("One two three");
    await page.clock.runFor(3_000);
    await expect
      .poll(() => sent.map((form) => [form.get("content"), form.get("revision")]))
      .toEqual([
        ["One two", "r1"],
        ["One two three", "r2"],
      ]);
  });

  it.each([
    [{ status: 500 }, "Not saved yet: we’ll keep trying"],
    [{ status: 422, body: { error: "That’s too much" } }, "Not saved. That’s too much."],
    [{ status: 409, body: { code: "read_only", error: "It’s being printed" } }, "It’s being printed."],
    [
      { status: 409, body: {} },
      "This week was changed somewhere else. We’ve kept both: press “Keep as a draft” to choose.",
    ],
    [
      { status: 401 },
      "Not saved: you’ve been signed out. Keep it as a draft to sign in; we’ll bring your words along.",
    ],
  ] as const)("that are not saved say why: %j", async (response, sentence) => {
    const { page, said, field } = await openWeek(() => response);
    await field.fill("One");
    await page.clock.runFor(3_000);
    await page.getByText(sentence).waitFor();
    expect(await said.getAttribute("class")).toContain("save-state-warning");
  });

  it("that a server could not take are sent again ten seconds later", async () => {
    let times = 0;
    const { page, sent, field } = await openWeek(() => (times++ === 0 ? { status: 503 } : saved()));
    await field.fill("One");
    await page.clock.runFor(3_000);
    await page.getByText("we’ll keep trying").waitFor();
    await page.clock.runFor(9_000);
    expect(sent).toHaveLength(1);
    await page.clock.runFor(1_000);
    await page.getByText("Draft saved at").waitFor();
    expect(sent).toHaveLength(2);
  });
});
