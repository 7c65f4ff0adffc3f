import { describe, expect, it } from "vitest";
import type { TurnerView } from "~/screens/loop/book-spreads";
import { PageTurner } from "~/screens/loop/page-turner";
import { renderPart } from "../ui/render-part";
import { openPage } from "./support/open-page";

/** Three places of a book; each is a page of its own at its address. */
const place = (at: number): TurnerView =>
  ({
    asked: at,
    isEnlarged: false,
    largePrint: false,
    otherSize: undefined,
    bySpread: linked(at),
    byPage: linked(at),
    stops: [],
  }) as unknown as TurnerView;

const linked = (at: number) => ({
  name: `Pages ${at}`,
  where: "left",
  previous: at > 1 ? `/?at=${at - 1}#spread` : undefined,
  next: at < 3 ? `/?at=${at + 1}#spread` : undefined,
});

const book = (at: number) => (
  <PageTurner view={place(at)}>
    <div className="open-book">
      <p>Left of {at}</p>
      <p>Right of {at}</p>
    </div>
  </PageTurner>
);

const styles = ".on-narrow { display: none } .proof-spread { width: 600px }";

async function openBook() {
  const pages = new Map(
    await Promise.all([1, 2, 3].map(async (at) => [String(at), await renderPart(book(at))] as const)),
  );
  const asked: string[] = [];
  const page = await openPage(book(1), {
    styles,
    responses: {
      "GET /": (request) => {
        const at = new URL(request.url()).searchParams.get("at") ?? "1";
        if (!request.isNavigationRequest()) asked.push(at);
        const head = `<!DOCTYPE html><style>${styles}</style>`;
        return at === "broken" ? { status: 500 } : { body: head + (pages.get(at) ?? "") };
      },
    },
  });
  return { page, asked };
}

describe("a book that is turned", () => {
  it("has its next pages fetched before they are asked for", async () => {
    const { asked } = await openBook();
    await expect.poll(() => asked).toEqual(["2"]);
  });

  it("shows the next pages by its arrow, keeps the focus there, and says their name", async () => {
    const { page } = await openBook();
    await page.getByRole("link", { name: "Next" }).click();
    await page.getByText("Left of 2").first().waitFor();
    expect(page.url()).toBe("http://loop.example/?at=2#spread");
    expect(await page.getByRole("status").textContent()).toBe("Pages 2");
    expect(await page.evaluate(() => (document.activeElement as HTMLAnchorElement).rel)).toBe("next");
    expect(await page.locator("#spread").getAttribute("data-at")).toBe("2");
  });

  it("is turned by the arrow keys, back as well, and at its ends by none", async () => {
    const { page } = await openBook();
    for (const [key, at] of [
      ["ArrowRight", 2],
      ["ArrowRight", 3],
      ["ArrowRight", 3],
      ["ArrowLeft", 2],
    ] as const) {
      await page.keyboard.press(key);
      await page.getByText(`Left of ${at}`).first().waitFor();
      await expect.poll(() => page.url()).toContain(`at=${at}`);
    }
  });

  it("leaves other keys of the browser alone", async () => {
    const { page } = await openBook();
    await page.keyboard.press("Alt+Shift+ArrowRight");
    expect(await page.getByText("Left of 1").isVisible()).toBe(true);
  });
});
