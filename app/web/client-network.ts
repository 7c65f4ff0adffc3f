import { isIP, isIPv6 } from "node:net";

/**
 * What counts as one client: an IPv4 address, or the /64 network of an IPv6 address, because one household or server
 * owns all 2^64 addresses of it (RFC 6177) and could use each of them once. A port added by a proxy is removed. Text
 * that is not an address is "unknown", and all such requests count as one client.
 */
export function clientNetwork(text: string): string {
  const address = withoutPort(text.trim()).replace(/%.*$/, "");
  if (!isIP(address)) return "unknown";
  if (!isIPv6(address)) return address;
  const groups = groupsOf(address);
  const isMapped = groups.slice(0, 6).join(":") === "0:0:0:0:0:ffff";
  if (!isMapped) return `${groups.slice(0, 4).join(":")}::/64`;
  return groups
    .slice(6)
    .map((group) => Number.parseInt(group, 16))
    .flatMap((number) => [number >> 8, number & 255])
    .join(".");
}

function withoutPort(text: string): string {
  const bracketed = /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1];
  return bracketed ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text)?.[1] ?? text;
}

/** The eight groups of an IPv6 address without leading zeros. The URL parser normalises the spelling first. */
function groupsOf(address: string): string[] {
  const written = new URL(`http://[${address}]/`).hostname.slice(1, -1);
  const [before = "", after] = written.split("::");
  const list = (part: string) => (part === "" ? [] : part.split(":"));
  if (after === undefined) return list(before);
  const gap = 8 - list(before).length - list(after).length;
  return [...list(before), ...Array<string>(gap).fill("0"), ...list(after)];
}
