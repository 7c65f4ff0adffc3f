import { useForm } from "@conform-to/react";
import { describe, expect, it } from "vitest";
import { CodeForms } from "~/ui/code-forms";
import { openPage } from "./support/open-page";

function Forms({ waitSeconds }: { readonly waitSeconds: number }) {
  const [form, fields] = useForm<{ code: string }, string[]>({ id: "code" });
  return <CodeForms form={form} code={fields.code} waitSeconds={waitSeconds} />;
}

it("what is pasted into the field of a code keeps its digits alone, and six of them", async () => {
  const page = await openPage(<Forms waitSeconds={0} />);
  const field = page.getByLabel("Your 6-digit code");
  await field.fill("Your code: 12 34-5678");
  expect(await field.inputValue()).toBe("123456");
});

describe("until another code can be asked for", () => {
  const ask = "Nothing there? Check your junk folder. You can ask for another code in";

  it("the time is counted down, and the button sends nothing", async () => {
    const page = await openPage(<Forms waitSeconds={62} />, { hasClock: true });
    const again = page.getByRole("button", { name: "Send another code" });
    expect(await page.locator(".resend p").textContent()).toBe(`${ask} 1:02.`);
    await page.clock.runFor(5_000);
    expect(await page.locator(".resend p").textContent()).toBe(`${ask} 0:57.`);
    await again.click({ force: true });
    expect(page.url()).toBe("http://loop.example/");
    expect(await again.getAttribute("aria-disabled")).toBe("true");
  });

  it("it says when the time is over, and the button works again", async () => {
    const page = await openPage(<Forms waitSeconds={62} />, { hasClock: true });
    await page.clock.runFor(62_500);
    expect(await page.getByRole("status").textContent()).toBe(
      "Nothing there? Check your junk folder, or ask for another code.",
    );
    expect(await page.getByRole("button", { name: "Send another code" }).getAttribute("aria-disabled")).toBeNull();
  });
});
