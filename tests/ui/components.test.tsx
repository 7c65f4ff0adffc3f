import { type HTMLElement, parse } from "node-html-parser";
import { describe, expect, test } from "vitest";
import { AcceptanceBoxes } from "~/ui/acceptance-boxes";
import { Button, LinkButton } from "~/ui/button";
import { TestModeBanner } from "~/ui/card-part";
import { RadioCards } from "~/ui/choice";
import { ErrorSummary } from "~/ui/error-summary";
import { TextField } from "~/ui/field";
import { Page } from "~/ui/page";
import { PasswordField } from "~/ui/password-field";
import { PostForm } from "~/ui/post-form";
import { PriceSummary } from "~/ui/price-summary";
import { Ring } from "~/ui/ring";
import { BEGIN_LINK, headerLinks } from "~/ui/site-links";
import { Stepper } from "~/ui/stepper";
import { tickerMessages } from "~/ui/ticker";
import { WeekGrid } from "~/ui/week-grid";
import { WordCount } from "~/ui/word-count";
import { renderPart } from "./render-part";

/** Visible text that a screen reader skips is left out. */
function textOf(element: HTMLElement | null | undefined): string {
  return (element?.textContent ?? "").replace(/\s+/g, " ").trim();
}

describe("a field that is wrong", () => {
  const wrong = (
    <TextField
      label="Postcode"
      name="postcode"
      hint="UK only."
      errors={["Please enter a postcode", "And a second thing"]}
    />
  );

  test("ties hint and message to its input, and says that it is invalid", async () => {
    const input = parse(await renderPart(wrong)).querySelector("input");
    expect(input?.getAttribute("aria-describedby")).toBe("postcode-hint postcode-error");
    expect(input?.getAttribute("aria-invalid")).toBe("true");
  });

  test("shows the first message only, and says Error before it to those who listen", async () => {
    const page = parse(await renderPart(wrong));
    expect(textOf(page.querySelector("#postcode-error"))).toBe("Error: Please enter a postcode");
    expect(textOf(page.querySelector("#postcode-error .visually-hidden"))).toBe("Error:");
  });

  test("is in the order label, hint, message, input", async () => {
    const field = parse(await renderPart(wrong)).querySelector(".field");
    expect(field?.children.map((child) => child.id || child.tagName)).toEqual([
      "LABEL",
      "postcode-hint",
      "postcode-error",
      "postcode",
    ]);
  });
});

describe("a valid field", () => {
  test("carries no trace of an error", async () => {
    const html = await renderPart(<TextField label="Postcode" name="postcode" errors={[]} />);
    expect(html).not.toContain("aria-invalid");
    expect(html).not.toContain("aria-describedby");
    expect(html).not.toContain("field-wrong");
  });

  test("is marked only when it may be left empty", async () => {
    expect(
      textOf(parse(await renderPart(<TextField label="County" name="county" optional />)).querySelector("label")),
    ).toBe("County (optional)");
    expect(await renderPart(<TextField label="County" name="county" />)).not.toContain("optional");
  });

  test("keeps the id it is given, so that a form may appear twice on a page", async () => {
    const page = parse(
      await renderPart(<TextField label="County" name="county" id="delivery-county" hint="Or shire." />),
    );
    expect(page.querySelector("input")?.id).toBe("delivery-county");
    expect(page.querySelector("label")?.getAttribute("for")).toBe("delivery-county");
    expect(page.querySelector("input")?.getAttribute("name")).toBe("county");
  });
});

describe("a group of choices", () => {
  test("tells its message once, on the group, and marks the box it is about", async () => {
    const page = parse(
      await renderPart(
        <AcceptanceBoxes
          terms={{ id: "terms", name: "terms", errors: ["You must accept both"] }}
          privacy={{ id: "privacy", name: "privacy", initialValue: "on" }}
        />,
      ),
    );
    expect(page.querySelector("fieldset")?.getAttribute("aria-describedby")).toBe("terms-error");
    expect(page.querySelectorAll("[aria-invalid]").map((box) => box.id)).toEqual(["terms"]);
  });

  test("gives its first radio the id that an error summary links to", async () => {
    const page = parse(
      await renderPart(
        <RadioCards
          legend="Pay by"
          name="method"
          defaultValue="paypal"
          options={[
            { value: "card", label: "Card" },
            { value: "paypal", label: "PayPal" },
          ]}
        />,
      ),
    );
    expect(page.querySelectorAll("input").map((radio) => radio.id)).toEqual(["method", "method-2"]);
    expect(page.querySelectorAll("[checked]").map((radio) => radio.getAttribute("value"))).toEqual(["paypal"]);
  });
});

describe("an error summary", () => {
  test("takes focus, holds an alert and links to each input", async () => {
    const summary = parse(
      await renderPart(
        <ErrorSummary
          problems={[{ message: "Enter a name", field: "name" }, { message: "No money has been taken." }]}
        />,
      ),
    ).querySelector(".error-summary");
    expect(summary?.getAttribute("tabindex")).toBe("-1");
    expect(summary?.hasAttribute("autofocus")).toBe(true);
    expect(summary?.hasAttribute("role")).toBe(false);
    const alert = summary?.querySelector("[role=alert]");
    expect(alert?.hasAttribute("tabindex")).toBe(false);
    expect(alert?.querySelectorAll("a").map((link) => link.getAttribute("href"))).toEqual(["#name"]);
    expect(textOf(alert?.querySelector("h2"))).toBe("There is a problem");
    expect(textOf(alert)).toContain("No money has been taken.");
  });

  test("prints nothing when nothing is wrong", async () => {
    expect(await renderPart(<ErrorSummary problems={[]} />)).toBe("");
  });
});

describe("a password", () => {
  test("is never printed back into the page", async () => {
    const html = await renderPart(
      <PasswordField label="Password" name="password" autoComplete="new-password" defaultValue="Marigold1987!" />,
    );
    expect(html).not.toContain("Marigold1987!");
  });

  test("has a Show button that stays hidden until a script can work it", async () => {
    const button = parse(
      await renderPart(<PasswordField label="Password" name="password" autoComplete="new-password" />),
    ).querySelector("button");
    expect(button?.hasAttribute("hidden")).toBe(true);
    expect(button?.getAttribute("type")).toBe("button");
    expect(button?.getAttribute("data-reveals")).toBe("password");
  });

  test("says of each requirement whether it is met, once somebody has looked", async () => {
    const met = [
      { key: "length", text: "At least 8 characters", met: true },
      { key: "digit", text: "One number", met: false },
    ];
    const page = parse(
      await renderPart(
        <PasswordField label="Password" name="password" autoComplete="new-password" requirements={met} />,
      ),
    );
    expect(page.querySelectorAll("li").map(textOf)).toEqual(["At least 8 characters, met", "One number, not met yet"]);
  });
});

describe("a form", () => {
  test("posts, reloads the page and leaves checking to the server", async () => {
    const form = parse(await renderPart(<PostForm action="/logout">Go</PostForm>)).querySelector("form");
    expect(form?.getAttribute("method")).toBe("post");
    expect(form?.getAttribute("action")).toBe("/logout");
    expect(form?.hasAttribute("novalidate")).toBe(true);
  });

  test("without an action posts to the page's own address", async () => {
    const form = parse(await renderPart(<PostForm>Go</PostForm>, "/payment")).querySelector("form");
    expect(form?.getAttribute("action")).toBe("/payment");
  });

  test("has buttons that submit and links that only look like buttons", async () => {
    expect(await renderPart(<Button>Save</Button>)).toContain('<button type="submit"');
    expect(await renderPart(<LinkButton href="/begin">Begin</LinkButton>)).toMatch(/^<a [^>]*href="\/begin"/);
  });
});

describe("the page's frame", () => {
  const frame = (variant: "shop" | "checkout" | "signed-in" | "reading", header = {}) =>
    renderPart(
      <Page variant={variant} theme="pet" header={header}>
        <h1>Here</h1>
      </Page>,
    ).then((html) => parse(html));

  test("begins with a way past the links to main, which carries the theme", async () => {
    const page = await frame("shop");
    expect(page.querySelector("a")?.getAttribute("href")).toBe("#main");
    expect(page.querySelector("main")?.id).toBe("main");
    expect(page.querySelector("main")?.getAttribute("data-theme")).toBe("pet");
  });

  test("shows the ticker in the shop and nowhere else", async () => {
    expect((await frame("shop")).querySelectorAll(".ticker")).toHaveLength(1);
    for (const variant of ["checkout", "signed-in", "reading"] as const) {
      expect((await frame(variant)).querySelectorAll(".ticker")).toHaveLength(0);
    }
  });

  test("reads the ticker's messages out once and offers to pause them", async () => {
    const ticker = (await frame("shop")).querySelector(".ticker");
    expect(ticker?.querySelector("ul:not([aria-hidden])")?.querySelectorAll("li").map(textOf)).toEqual(
      tickerMessages(),
    );
    expect(ticker?.querySelector("ul[aria-hidden]")?.querySelectorAll("li")).toHaveLength(tickerMessages().length);
    expect(textOf(ticker?.querySelector("label .ticker-pause-words"))).toBe("Pause");
    expect(ticker?.querySelector("label input")?.getAttribute("type")).toBe("checkbox");
  });

  test("leads a visitor to the same places from the menu as from the bar, and marks where they are", async () => {
    const words = [...headerLinks({}).map((link) => link.label), BEGIN_LINK.label];
    const page = await frame("shop", { current: "/about" });
    for (const nav of page.querySelectorAll("header nav")) {
      expect(nav.querySelectorAll("a").map(textOf)).toEqual(words);
      expect(nav.querySelectorAll("[aria-current=page]").map(textOf)).toEqual(["About us"]);
    }
    expect(words).toContain("Sign in");
  });

  test("shows the home page's own places on the home page", async () => {
    const nav = (await frame("shop", { current: "/" })).querySelector("header nav");
    expect(nav?.querySelectorAll("a").map(textOf).slice(0, 3)).toEqual(["How it works", "Themes", "FAQ"]);
  });

  test("gives somebody signed in their own places and an account menu that can log out", async () => {
    const page = await frame("signed-in", { signedIn: true, showsMyLoop: true });
    expect(page.querySelector('header nav a[href="/dashboard"]')?.textContent).toBe("My loop");
    expect(page.querySelector("header")?.textContent).not.toContain("Sign in");
    const menu = page.querySelector("details.account-menu");
    expect(menu?.querySelectorAll("a, button").map(textOf)).toEqual(["Account settings", "Logout"]);
    expect(menu?.querySelector("form")?.getAttribute("action")).toBe("/logout");
    expect(menu?.querySelector("form")?.getAttribute("method")).toBe("post");
  });

  test("hides what somebody has not got", async () => {
    const header = (await frame("signed-in", { signedIn: true })).querySelector("header");
    expect(header?.textContent).toContain("Logout");
    expect(header?.textContent).not.toContain("My loop");
  });

  test("leaves a checkout nothing that leads away but home and help", async () => {
    const header = (await frame("checkout")).querySelector("header");
    expect(header?.querySelectorAll("a").map((link) => link.getAttribute("href"))).toEqual(["/", "/#contact"]);
    expect(header?.textContent).toContain("Secure checkout");
  });
});

describe("small furniture", () => {
  test("a shop that is open for trying out only says so where one pays, and a real one does not", async () => {
    expect(await renderPart(<TestModeBanner isTestMode />)).toContain("We won’t charge a real card");
    expect(await renderPart(<TestModeBanner isTestMode={false} />)).toBe("");
  });

  test("a stepper says which steps are done and which one is current", async () => {
    const steps = ["Theme", "Loop", "Payment"].map((label) => ({ label }));
    const page = parse(await renderPart(<Stepper steps={steps} current={2} label="Signing up" />));
    expect(page.querySelectorAll(".step-label").map(textOf)).toEqual(["Done: Theme", "Loop", "Payment"]);
    expect(textOf(page.querySelector("[aria-current=step] .step-label"))).toBe("Loop");
    expect(textOf(page.querySelector(".stepper-now"))).toBe("Step 2 of 3: Loop");
    const over = parse(await renderPart(<Stepper steps={steps} current={4} label="Signing up" />));
    expect(textOf(over.querySelector(".stepper-now"))).toBe("All 3 steps done");
    expect(over.querySelectorAll(".step-done")).toHaveLength(3);
  });

  test("a price summary writes pence as pounds, with a true minus before a discount", async () => {
    const page = parse(
      await renderPart(
        <PriceSummary
          rows={[
            { label: "Loop", amount: 6999 },
            { label: "Discount", amount: -700 },
            { label: "Delivery", amount: "Free" },
          ]}
          totalPence={6299}
        />,
      ),
    );
    expect(page.querySelectorAll("dd").map(textOf)).toEqual(["£69.99", "−£7.00", "Free", "£62.99"]);
  });

  test("the year says of each week what it is, links only where there is something to do, and marks today", async () => {
    const quarters = [
      {
        title: "Summer",
        weeks: [
          { week: 1, state: "completed", href: "/entry?week=1", thumbnail: "/photos/1.jpg" },
          { week: 2, state: "missing", href: "/dashboard?week=2" },
          { week: 3, state: "due", href: "#entry" },
          { week: 4, state: "upcoming" },
        ],
      },
    ] as const;
    const page = parse(await renderPart(<WeekGrid quarters={quarters} />));
    expect(page.querySelectorAll("a").map((link) => link.getAttribute("aria-label"))).toEqual([
      "Week 1, completed. View entry",
      "Week 2, missed. Write it",
      "Week 3, due now",
    ]);
    expect(page.querySelectorAll("[aria-current=date]").map((cell) => cell.getAttribute("href"))).toEqual(["#entry"]);
    expect(page.querySelectorAll("li").at(-1)?.querySelector(".week")?.getAttribute("aria-label")).toBe(
      "Week 4, upcoming",
    );
  });

  test("a week of a closed loop invites to nothing", async () => {
    const quarters = [{ title: "Summer", weeks: [{ week: 2, state: "missing" as const }] }];
    const page = parse(await renderPart(<WeekGrid quarters={quarters} />));
    expect(page.querySelectorAll("a")).toHaveLength(0);
    expect(page.querySelector(".week")?.getAttribute("aria-label")).toBe("Week 2, missed");
  });

  test("a ring draws one stitch for each week that has one, where that week is", async () => {
    const drawn = async (completed: number | readonly number[]) =>
      parse(await renderPart(<Ring completed={completed} size={64} />))
        .querySelectorAll("circle")[1]
        ?.getAttribute("stroke-dasharray");
    expect(await drawn(0)).toBe("0 52");
    expect(await drawn(2)).toBe("0 0 0.72 0.28 0.72 50.28");
    expect(await drawn([3, 52])).toBe("0 2 0.72 48.28 0.72 0.28");
  });

  test("a word count says how many words are too many", async () => {
    const count = async (words: number) =>
      textOf(
        parse(
          await renderPart(
            <WordCount id="c" field="f" count={words} limit={500} characters={60} mostCharacters={6_000} />,
          ),
        ),
      );
    expect(await count(500)).toBe("500 of 500 words");
    expect(await count(512)).toBe("512 of 500 words, 12 too many");
  });
});
