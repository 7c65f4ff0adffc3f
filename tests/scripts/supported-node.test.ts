import { expect, it } from "vitest";
import { isSupported } from "../../scripts/supported-node.mjs";

it.each([
  ["20.20.2", false],
  ["22.17.9", false],
  ["22.18.0", true],
  ["23.11.0", false],
  ["24.0.0", true],
  ["26.10.0", true],
  ["28.0.0", false],
])("Node %s is supported: %s", (version, is) => {
  expect(isSupported(version)).toBe(is);
});
