import { afterEach, describe, expect, it, vi } from "vitest";
import { programsOf } from "../../../scripts/testing/browsers.ts";

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

describe("a browser that is not on the machine", () => {
  it("is named, and its journeys are left out", () => {
    vi.stubEnv("PATH", "/nowhere");
    vi.stubEnv("SERVICES", "");
    const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
    expect(programsOf("w3m")).toBeNull();
    expect(warn.mock.calls[0]?.[0]).toContain("w3m cannot be walked without w3m and tmux");
  });

  it("fails its journeys where every one must run", () => {
    vi.stubEnv("PATH", "/nowhere");
    vi.stubEnv("SERVICES", "required");
    expect(() => programsOf("Firefox")).toThrow("Firefox cannot be walked without firefox-esr");
  });
});
