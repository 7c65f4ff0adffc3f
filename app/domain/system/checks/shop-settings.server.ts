import { alertWebhook } from "~/adapters/adapters.server";
import { settings, surroundings } from "~/adapters/settings.server";
import { missingDetails } from "~/domain/kernel/company/company";
import { readCompany } from "~/domain/mail/layout/seller.server";
import { type Check, failing, warning, well } from "./check";

/** What is set, and what should be. */
export const SHOP_SETTINGS: readonly Check[] = [
  {
    readers: { doctor: "Settings" },
    toDo: "Check the spelling against app/adapters/README.md.",
    assess: () => surroundings.unknownSettings.map((name) => warning(`${name} is set but isn’t a setting.`)),
  },
  {
    readers: { doctor: "Litestream: AWS_CA_BUNDLE" },
    toDo: "Unset it. npm start leaves it out for Litestream.",
    isUsed: () => surroundings.hasAwsCaBundle,
    assess: () =>
      warning("It’s set. Litestream 0.5 doesn’t start with it, and only says that it can’t add root certificates."),
  },
  {
    // What the law wants a shop to say of itself.
    readers: { doctor: "Company", start: true },
    assess() {
      const missing = missingDetails(readCompany());
      if (missing.length === 0) return well("Emails, receipts and pages say who sells.");
      const words = missing.map((detail) => detail.words).join(", ");
      const names = missing.map(({ setting }) => setting).join(", ");
      return warning(
        `Emails, receipts and pages don’t say: ${words}.`,
        `Set ${names}, or fill them in under Settings in HyperLoop.`,
      );
    },
  },
  {
    readers: { doctor: "Alarms" },
    assess() {
      const { email, webhookUrl, heartbeatUrl } = settings.alarms;
      const missing = [
        email ? null : "ALARM_EMAIL",
        webhookUrl ? null : "ALARM_WEBHOOK_URL",
        heartbeatUrl ? null : "HEARTBEAT_URL",
      ].filter((setting) => setting !== null);
      if (missing.length === 0) return well("Email, webhook and heartbeat are set.");
      const advice = `Set ${missing.join(", ")}.`;
      if (email || webhookUrl) return warning("Alarms go out, but not by every route.", advice);
      return (settings.environment === "production" ? failing : warning)("Nobody is told about alarms.", advice);
    },
  },
  {
    readers: { doctor: "Alarms: webhook" },
    toDo: "Correct ALARM_WEBHOOK_URL.",
    async assess(_, { sendsEmail }) {
      if (!sendsEmail || !alertWebhook) return [];
      const text = `The doctor of ${settings.company.name} says hello.`;
      const result = await alertWebhook.post({ text, alarms: [] });
      return result.ok ? well("It accepted a test message.") : failing(`It accepted nothing: ${result.message}`);
    },
  },
];
