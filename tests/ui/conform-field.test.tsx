import { useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { parse } from "node-html-parser";
import { expect, test } from "vitest";
import { z } from "zod";
import { Checkbox } from "~/ui/choice";
import { checkboxOf, fieldOf, problemsOf, secretOf } from "~/ui/conform-field";
import { ErrorSummary } from "~/ui/error-summary";
import { TextField } from "~/ui/field";
import { PasswordField } from "~/ui/password-field";
import { PostForm } from "~/ui/post-form";
import { renderPart } from "./render-part";

const schema = z
  .object({
    name: z
      .string()
      .min(3, "That name is too short")
      .regex(/^[a-z]+$/, "Letters only"),
    email: z.email("Please enter a valid email address"),
    password: z.string(),
    terms: z.literal("on", "Please accept everything").optional(),
    privacy: z.literal("on", "Please accept everything"),
    cookies: z.literal("on", "Please accept everything"),
  })
  .refine(() => false, "We could not reach the post office");

const lastResult = parseWithZod(
  new URLSearchParams({ name: "A", email: "maya@", password: "Marigold1987!", terms: "on" }),
  { schema },
).reply();

function Registration({ answered }: { readonly answered: boolean }) {
  const [form, fields] = useForm<z.input<typeof schema>>({
    id: "register",
    lastResult: answered ? lastResult : null,
  });
  return (
    <PostForm>
      <ErrorSummary problems={problemsOf(form)} />
      <TextField {...fieldOf(fields.name)} label="Name" />
      <TextField {...fieldOf(fields.email)} label="Email" />
      <PasswordField {...secretOf(fields.password)} label="Password" autoComplete="new-password" />
      <Checkbox {...checkboxOf(fields.terms)} label="Terms" />
      <Checkbox {...checkboxOf(fields.privacy)} label="Privacy" />
      <Checkbox {...checkboxOf(fields.cookies)} label="Cookies" />
    </PostForm>
  );
}

test("a form that comes back keeps what was typed, but never a password", async () => {
  const page = parse(await renderPart(<Registration answered />));
  expect(page.querySelector("[name=email]")?.getAttribute("value")).toBe("maya@");
  expect(page.querySelector("[name=terms]")?.hasAttribute("checked")).toBe(true);
  expect(page.querySelector("[name=privacy]")?.hasAttribute("checked")).toBe(false);
  expect(page.toString()).not.toContain("Marigold1987!");
});

test("the summary lists one message for each wrong field, the same words only once", async () => {
  const page = parse(await renderPart(<Registration answered />));
  expect(page.querySelectorAll("[role=alert] li").map((line) => line.textContent)).toEqual([
    "That name is too short",
    "Please enter a valid email address",
    "Please accept everything",
  ]);
});

test("every link of the summary leads to the input it is about", async () => {
  const page = parse(await renderPart(<Registration answered />));
  const targets = page.querySelectorAll("[role=alert] a").map((link) => link.getAttribute("href")?.slice(1) ?? "");
  expect(targets.map((id) => page.querySelector(`[id="${id}"]`)?.getAttribute("name"))).toEqual([
    "name",
    "email",
    "privacy",
  ]);
});

test("a message about the whole form comes last and links nowhere", () => {
  expect(problemsOf({ id: "pay", allErrors: { "": ["Payment failed"], card: ["Enter a card number"] } })).toEqual([
    { message: "Enter a card number", field: "pay-card" },
    { message: "Payment failed" },
  ]);
});

test("a form that nobody has sent yet shows no error", async () => {
  const html = await renderPart(<Registration answered={false} />);
  expect(html).not.toContain("aria-invalid");
  expect(html).not.toContain('role="alert"');
});
