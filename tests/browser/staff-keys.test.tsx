import { expect, it } from "vitest";
import { KeyHints } from "~/hyperloop/key-hints";
import { openPage } from "./support/open-page";

const office = (
  <div className="staff">
    <div className="staff-side">
      <nav>
        <a href="/hyperloop/inbox">Inbox</a>
      </nav>
    </div>
    <main className="staff-main">
      <div className="staff-search">
        <kbd hidden>/</kbd>
        <input aria-label="Search" />
      </div>
      <ul className="rows">
        {["Ann", "Ben"].map((name) => (
          <li key={name}>
            <input type="checkbox" aria-label={`Tick ${name}`} />
            <a className="row-name" href={`/${name}`}>
              {name}
            </a>
            <span className="row-actions">
              <button type="button">Cancel {name}</button>
            </span>
          </li>
        ))}
      </ul>
    </main>
    <KeyHints canSearch />
  </div>
);

const focused = "document.activeElement.textContent || document.activeElement.getAttribute('aria-label')";

it("J and K move through a list, X ticks a line, and E goes to its first action without doing it", async () => {
  const page = await openPage(office);
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  expect(await page.evaluate(focused)).toBe("Ben");
  await page.keyboard.press("k");
  await page.keyboard.press("x");
  expect(await page.getByLabel("Tick Ann").isChecked()).toBe(true);
  await page.keyboard.press("e");
  expect(await page.evaluate(focused)).toBe("Cancel Ann");
});

it("no key does anything while somebody types, or with Ctrl", async () => {
  const page = await openPage(office);
  await page.getByLabel("Search").focus();
  await page.keyboard.type("jx?");
  expect(await page.evaluate(focused)).toBe("Search");
  await page.getByLabel("Search").blur();
  await page.keyboard.press("Control+j");
  expect(await page.evaluate("document.activeElement === document.body")).toBe(true);
});

it("G then I leads to the inbox, and I alone nowhere", async () => {
  const page = await openPage(office);
  await page.keyboard.press("i");
  expect(page.url()).toBe("http://loop.example/");
  await page.keyboard.press("g");
  await page.keyboard.press("i");
  await page.waitForURL("**/hyperloop/inbox");
});

it("the list of keys names what is there, and switches them off in this browser", async () => {
  const page = await openPage(office);
  await page.keyboard.press("?");
  const list = page.getByRole("dialog", { name: "Keys" });
  expect(await list.locator("dt").allTextContents()).toEqual(
    expect.arrayContaining(["Search", "Inbox", "This list", "Tick", "Hold"]),
  );
  expect(await list.locator("dt", { hasText: "People" }).count()).toBe(0);
  await list.getByRole("checkbox").uncheck();
  await list.getByRole("button", { name: "Close" }).click();
  expect(await page.locator("#staff-keys [data-letters]").first().isVisible()).toBe(false);
  await page.keyboard.press("j");
  expect(await page.evaluate(focused)).not.toBe("Ann");
  await page.reload();
  await page.keyboard.press("?");
  expect(await page.getByRole("dialog").count()).toBe(0);
});
