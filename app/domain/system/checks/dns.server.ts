import { createPublicKey } from "node:crypto";
import { resolveTxt } from "node:dns/promises";
import { settings } from "~/adapters/settings.server";
import { type Assessment, type Check, failing, named, unknown, warning, well } from "./check";

/**
 * What DNS says of the mail domain, so that emails are not taken for forged: SPF (RFC 7208), DKIM (RFC 6376) and DMARC
 * (RFC 7489). Where DNS does not respond, nothing is known.
 */

/** A resolver that finds nothing for this name, which has had a record for decades, is cut off from the network. */
const KNOWN_NAME = "iana.org";

export type LookUp = (name: string) => Promise<string[][]>;

export const DNS: readonly Check[] = [
  { readers: { doctor: "DNS" }, isUsed: () => settings.mail.kind !== "file", assess: () => assessDns() },
];

export async function assessDns(lookUp: LookUp = resolveTxt): Promise<Assessment[]> {
  const domain = domainOf(settings.mailFrom.address);
  const selector = settings.dkimSelector;
  const isCutOff = !(await records(KNOWN_NAME, lookUp))?.length;
  const findings = isCutOff
    ? [NOT_LOOKED_UP, NOT_LOOKED_UP, NOT_LOOKED_UP]
    : await Promise.all([
        // It is asked of the sender of the envelope, where emails come back to.
        spf(domainOf(settings.bounces?.address ?? settings.mailFrom.address), lookUp),
        selector
          ? dkim(`${selector}._domainkey.${domain}`, lookUp)
          : unknown("No selector is set.", "Set DKIM_SELECTOR to your relay’s selector."),
        dmarc(domain, lookUp),
      ]);
  return findings.map((finding, place) => named(`DNS: ${["SPF", "DKIM", "DMARC"][place]}`, finding));
}

const domainOf = (address: string) => address.split("@")[1] ?? "";

/** The records of a name with the parts of each joined; null where DNS did not respond. */
async function records(name: string, lookUp: LookUp): Promise<string[] | null> {
  try {
    return (await lookUp(name)).map((parts) => parts.join(""));
  } catch (error) {
    const { code } = error as { code?: unknown };
    if (code === "ENOTFOUND" || code === "ENODATA") return [];
    if (!(error instanceof Error)) throw error;
    return null;
  }
}

const NOT_LOOKED_UP = unknown(
  "The lookup failed.",
  "Check that this machine can reach a DNS server, and run the doctor again.",
);

async function spf(domain: string, lookUp: LookUp): Promise<Assessment> {
  const found = await records(domain, lookUp);
  if (!found) return NOT_LOOKED_UP;
  const policies = found.filter((record) => /^v=spf1(?: |$)/i.test(record));
  const [policy = ""] = policies;
  if (policies.length === 0)
    return failing(`${domain} doesn’t say who may send for it.`, "Publish the SPF record your relay gives you.");
  if (policies.length > 1)
    return failing(`${domain} has ${policies.length} SPF records, so none of them counts.`, "Merge them into one.");
  if (/\+all\b|\sall\b/i.test(policy)) return failing("It lets anybody send in our name.", "End it with ~all or -all.");
  if (!/[~-]all\b|\bredirect=/i.test(policy))
    return warning("It doesn’t say what to do with other senders.", "End it with ~all or -all.");
  return well(`Found. Check that it names your relay: ${policy.slice(0, 200)}`);
}

async function dkim(at: string, lookUp: LookUp): Promise<Assessment> {
  const found = await records(at, lookUp);
  if (!found) return NOT_LOOKED_UP;
  const key = found.map((record) => /(?:^|;)\s*p=([^;]*)/i.exec(record)?.[1]).find((one) => one !== undefined);
  if (key === undefined)
    return failing(`There’s no key at ${at}.`, "Publish the record of who signs: your relay, or us.");
  if (key.trim() === "")
    return failing(`The key at ${at} has been withdrawn.`, "Publish the current key of who signs: your relay, or us.");
  const { dkim: ours } = settings.mailFrom;
  if (!ours) return well("Found.");
  const published = createPublicKey(ours.privateKey).export({ type: "spki", format: "der" }).toString("base64");
  return key.replace(/\s/g, "") === published
    ? well("Found, and it’s the public half of DKIM_PRIVATE_KEY.")
    : failing(`The key at ${at} isn’t the public half of DKIM_PRIVATE_KEY.`, `Publish p=${published} there.`);
}

async function dmarc(domain: string, lookUp: LookUp): Promise<Assessment> {
  const found = await records(`_dmarc.${domain}`, lookUp);
  if (!found) return NOT_LOOKED_UP;
  const policy = found.find((record) => /^v=DMARC1\b/i.test(record));
  if (!policy)
    return failing(
      `${domain} has no policy, so large mailbox providers refuse our email.`,
      "Publish one, starting with p=none.",
    );
  return /\bp=none\b/i.test(policy)
    ? warning("It only watches (p=none).", "When the reports look right, set p=quarantine or p=reject.")
    : well("Found.");
}
