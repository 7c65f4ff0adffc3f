import { describe, expect, it } from "vitest";
import { clientNetwork } from "~/web/client-network";

describe("what counts as one client", () => {
  it.each([
    ["203.0.113.7", "203.0.113.7"],
    [" 203.0.113.7 ", "203.0.113.7"],
    ["203.0.113.7:50312", "203.0.113.7"],
    ["::ffff:203.0.113.7", "203.0.113.7"],
    ["[::ffff:203.0.113.7]:443", "203.0.113.7"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:db8:1:2:ffff::", "2001:db8:1:2::/64"],
    ["2001:0DB8:0001:0002::9", "2001:db8:1:2::/64"],
    ["2001:db8:1:3::9", "2001:db8:1:3::/64"],
    ["[2001:db8:1:2::9]:443", "2001:db8:1:2::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
    ["", "unknown"],
    ["unknown", "unknown"],
    ["203.0.113.999", "unknown"],
    ["' OR 1=1 --", "unknown"],
    ["a".repeat(100_000), "unknown"],
  ])("%j is %j", (text, client) => {
    expect(clientNetwork(text)).toBe(client);
  });
});
