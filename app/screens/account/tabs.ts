import type { Roles } from "~/domain/people/accounts/roles";

export type SettingsTab = "account" | "password" | "my-loop" | "orders" | "addresses" | "books" | "privacy";

/** The sections of the settings, by role; somebody with both roles sees all of them. */
export function tabsFor(roles: Roles): readonly { key: SettingsTab; label: string }[] {
  const { isParticipant, isPurchaser, hasOrders } = roles;
  return [
    { key: "account", label: "Account" },
    { key: "password", label: "Password" },
    ...(isParticipant ? [{ key: "my-loop", label: "My Loop" } as const] : []),
    ...(hasOrders ? [{ key: "orders", label: "Orders" } as const] : []),
    { key: "addresses", label: isPurchaser ? "Addresses" : "Delivery" },
    { key: "books", label: "Books" },
    { key: "privacy", label: "Privacy" },
  ];
}

/** The Orders tab, as pages within it lead back to it. */
export const ORDERS = { href: "/account-settings?tab=orders", words: "Back to your orders" } as const;
