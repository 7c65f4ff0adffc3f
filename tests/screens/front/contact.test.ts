import { describe, expect, it } from "vitest";
import { openApp } from "../../support/app";
import { expectNothingBreaks } from "../support/app-log";

const app = await openApp();
expectNothingBreaks();

const MESSAGE = "Which of your loops fits a year of two cats?";

describe("the contact form", () => {
  it("shows what is wrong above its own fields, with what was typed", async () => {
    const browser = app.visitor();
    await browser.visit("/");
    const page = await browser.submit("Send message", { "Your name": "Ada", "Your message": MESSAGE });
    expect(page.status).toBe(422);
    const form = page.find("form#contact-form");
    expect(form.getAttribute("action")).toBe("/#contact-form");
    expect(form.querySelector(".error-summary")?.textContent).toContain("Email is required");
    expect(page.field("Your message").value).toBe(MESSAGE);
  });

  it("says above its own fields that the message has gone", async () => {
    const browser = app.visitor();
    await browser.visit("/");
    const words = { "Your name": "Ada", "Email address": "ada@loop.example", "Your message": MESSAGE };
    const page = await browser.submit("Send message", words);
    expect(page.find("form#contact-form").textContent).toContain("Thank you! Your message has been sent successfully.");
  });
});
