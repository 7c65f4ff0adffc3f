import { expect, type Page } from "playwright/test";

interface PublicPage {
  name: string;
  path: string;
  /** Brings the page into the state to look at, and ends on it. */
  before?: (page: Page) => Promise<void>;
}

/** Every public page. */
export const PUBLIC_PAGES: readonly PublicPage[] = [
  { name: "home", path: "/" },
  { name: "about", path: "/about" },
  { name: "terms", path: "/terms" },
  { name: "privacy", path: "/privacy" },
  { name: "cookies", path: "/cookies" },
  { name: "accessibility", path: "/accessibility" },
  { name: "years", path: "/years" },
  { name: "year", path: "/years/babys-first-year" },
  { name: "home-book-open", path: "/?inside=summer" },
  { name: "begin", path: "/begin" },
  { name: "loop-theme", path: "/loop-theme", before: begin },
  { name: "loop-type", path: "/loop-type", before: chooseTheme },
  { name: "example", path: "/loop-type/example/family/babys-first-year" },
  { name: "register", path: "/register" },
  { name: "register-mistaken", path: "/register", before: registerWithNothing },
  { name: "verify-email", path: "/verify-email" },
  { name: "streamlined-signup", path: "/streamlined-signup" },
  { name: "streamlined-signup-mistaken", path: "/streamlined-signup", before: signUpWithNothing },
  { name: "auth", path: "/auth" },
  { name: "auth-mistaken", path: "/auth", before: signInWithNothing },
  { name: "forgot-password", path: "/forgot-password" },
  { name: "forgot-password-sent", path: "/forgot-password", before: forgetThePassword },
  { name: "reset-password-old-link", path: "/reset-password?token=long-gone" },
  { name: "logout", path: "/logout" },
  { name: "dashboard-signed-out", path: "/dashboard" },
  { name: "entry-signed-out", path: "/entry" },
];

async function begin(page: Page): Promise<void> {
  await page.goto("/begin");
  await page.getByRole("button", { name: "Choose a theme" }).click();
}

async function chooseTheme(page: Page): Promise<void> {
  await begin(page);
  await page.getByRole("button", { name: /Choose Family/ }).click();
}

async function registerWithNothing(page: Page): Promise<void> {
  await page.goto("/register");
  // With scripts the button is disabled until both fields agree.
  for (const label of ["Password", "Confirm password"]) await page.getByLabel(label, { exact: true }).fill("x");
  await page.getByRole("button", { name: "Create account" }).click();
}

async function signInWithNothing(page: Page): Promise<void> {
  await page.goto("/auth");
  await page.getByRole("button", { name: "Sign in" }).click();
}

async function forgetThePassword(page: Page): Promise<void> {
  await page.goto("/forgot-password");
  await page.getByLabel("Email address").fill("somebody@example.com");
  await page.getByRole("button", { name: "Send the link" }).click();
}

async function signUpWithNothing(page: Page): Promise<void> {
  await page.goto("/streamlined-signup");
  await page.getByRole("button", { name: "Continue" }).click();
}

/** Opens a page, or stays on the one that its preparation ended on. */
export async function openPage(page: Page, { path, before }: PublicPage): Promise<void> {
  if (before) await before(page);
  else await page.goto(path);
  await expect(page.locator("h1").first()).toBeVisible();
}
