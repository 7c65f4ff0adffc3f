import type { Roles } from "~/domain/accounts/roles";

export type SettingsTab = "account" | "password";

/** The sections of the settings, by what somebody is to us; who is both sees all of them. */
export function tabsFor(_roles: Roles): readonly { key: SettingsTab; label: string }[] {
  return [
    { key: "account", label: "Account" },
    { key: "password", label: "Password" },
  ];
}
