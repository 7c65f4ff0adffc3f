import { expect, it } from "vitest";
import { isOpenToGuests } from "~/web/guest-places";

it.each([
  ...["/dashboard", "/dashboard/draft", "/dashboard/photo", "/dashboard/photo-place"],
  ...["/entry", "/loop-end-date", "/photos/abc123/screen", "/photos/abc123/thumb"],
])("a guest writes at %s in the browser that paid", (path) => {
  expect(isOpenToGuests(path)).toBe(true);
});

it.each([
  ...[
    "/",
    "/dashboard/",
    "/dashboard/other",
    "//dashboard",
    "/Dashboard",
    "/photos/abc123/print",
    "/photos/a/b/screen",
  ],
  ...["/account/me", "/account/addresses", "/loops", "/loops/abc/entries", "/account-settings", "/exports/everything"],
  ...["/book", "/proof/abc", "/loop-settings/abc", "/checkout", "/gift-confirmation", "/redeem", "/voucher/redeem"],
])("%s stays closed to a guest’s session", (path) => {
  expect(isOpenToGuests(path)).toBe(false);
});
