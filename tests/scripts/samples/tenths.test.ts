import { describe, expect, it } from "vitest";
import { toTenths } from "../../../scripts/samples/tenths";

/** Outlines in tenths of a point. */

const path = (commands: string) => toTenths(`<path d="${commands}"/>`).slice(9, -3);

describe("an outline in tenths", () => {
  it("ends where it ended, because no step adds to the error of another", () => {
    const steps = [
      ...path(`M 0 0 ${"h 0.04 ".repeat(100)}`)
        .replace("M0 0h", "")
        .matchAll(/-?[\d.]+/g),
    ];
    expect(steps.reduce((sum, [step]) => sum + Number(step), 0)).toBeCloseTo(4, 5);
  });

  it("is written without what its reader can do without", () => {
    expect(path("M 0 0m -0.46 0.18 q 0 -0.11 0.53 -0.15 q 0.53 -0.53 1.54 -0.53 Z ")).toBe(
      "m-.5.2q0-.1.6-.2 .5-.5 1.5-.5z",
    );
  });

  it("refuses a command that it does not know", () => {
    expect(() => path("M 0 0 a 1 1 0 0 0 2 2")).toThrow("command a");
  });
});
