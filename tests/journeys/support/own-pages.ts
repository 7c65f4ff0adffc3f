import type { Page } from "playwright/test";

/** People of the demo world, as the README names them. */
export const DEMO_PEOPLE = {
  margaret: { email: "margaret@demo.loop.example", password: "Two-feet-at-4am" },
  rosie: { email: "rosie@demo.loop.example", password: "Those-in-favour-52" },
  winifred: { email: "winifred@demo.loop.example", password: "Parcel-string-12" },
  ines: { email: "ines@demo.loop.example", password: "First-page-of-52" },
} as const;

export interface OwnPage {
  name: string;
  /** Navigates to the page, starting from any page of somebody signed in. */
  open: (page: Page) => Promise<unknown>;
}

export async function signIn(page: Page, { email, password }: { email: string; password: string }) {
  await page.goto("/auth");
  await page.getByLabel("Email address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL((url) => url.pathname !== "/auth");
}

const at = (path: string) => (page: Page) => page.goto(path);

/** The pages of somebody who writes a loop, each as it opens and as it comes back with mistakes. */
export const WRITERS_PAGES: readonly OwnPage[] = [
  { name: "dashboard", open: at("/dashboard") },
  { name: "account-tab", open: at("/account-settings") },
  {
    name: "account-tab-mistaken",
    open: async (page) => {
      await page.goto("/account-settings");
      await page.getByLabel("Full name").fill("");
      await page.getByRole("button", { name: "Save Changes" }).click();
    },
  },
  {
    name: "email-mistaken",
    open: async (page) => {
      await page.goto("/account-settings");
      await page.locator("summary", { hasText: "Change" }).first().click();
      await page.getByLabel("New email address").fill("nobody@");
      await page.locator("button[name=intent][value=email]").click();
    },
  },
  { name: "password-tab", open: at("/account-settings?tab=password") },
  {
    name: "password-tab-mistaken",
    open: async (page) => {
      await page.goto("/account-settings?tab=password");
      await page.getByLabel("Current password").fill("x");
      await page.getByLabel("New password", { exact: true }).fill("kettle");
      await page.getByLabel(/^Confirm/).fill("kettle");
      await page.locator("button[name=intent][value=password]").click();
    },
  },
  { name: "my-loop-tab", open: at("/account-settings?tab=my-loop") },
  { name: "delivery-tab", open: at("/account-settings?tab=addresses") },
  { name: "address", open: at("/account-settings/addresses/new") },
  {
    name: "address-mistaken",
    open: async (page) => {
      await page.goto("/account-settings/addresses/new");
      await page.getByRole("button", { name: "Save address" }).click();
    },
  },
  { name: "books-tab", open: at("/account-settings?tab=books") },
  { name: "privacy-tab", open: at("/account-settings?tab=privacy") },
  { name: "delete-account", open: at("/account-settings/delete") },
  {
    name: "delete-account-mistaken",
    open: async (page) => {
      await page.goto("/account-settings/delete");
      await page.locator("button[name=intent][value=delete]").click();
    },
  },
  { name: "empty-cart", open: at("/checkout") },
];

/** Pages that only people who bought for others have. */
export const GIVERS_PAGES: readonly OwnPage[] = [
  { name: "orders-tab", open: at("/account-settings?tab=orders") },
  {
    name: "gift-settings",
    open: async (page) => {
      await page.goto("/account-settings?tab=orders");
      await page
        .getByRole("link", { name: /^(Change the recipient|Add a recipient)/ })
        .first()
        .click();
    },
  },
  { name: "addresses-tab", open: at("/account-settings?tab=addresses") },
];

/** The same pages in their empty state. */
export const NEWCOMERS_PAGES: readonly OwnPage[] = [
  { name: "dashboard-empty", open: at("/dashboard") },
  { name: "my-loop-tab-empty", open: at("/account-settings?tab=my-loop") },
  { name: "delivery-tab-empty", open: at("/account-settings?tab=addresses") },
  { name: "books-tab-empty", open: at("/account-settings?tab=books") },
  { name: "privacy-tab-empty", open: at("/account-settings?tab=privacy") },
];
