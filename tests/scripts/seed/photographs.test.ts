import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { drawPhotograph, PHOTOGRAPH_KINDS } from "../../../scripts/seed/photographs";

describe("a photograph for the demonstration", () => {
  test.each(["beach", "autumn", "table"] as const)(
    "of kind %s is a large JPEG that uploads in one go",
    async (kind) => {
      const photograph = await drawPhotograph(kind, 5);
      const { format, width, height } = await sharp(photograph).metadata();
      expect(format).toBe("jpeg");
      expect(Math.max(width, height)).toBeGreaterThanOrEqual(3001);
      expect(photograph.length).toBeLessThanOrEqual(900 * 1024);
    },
  );

  test("is the same for the same seed, and another for another", async () => {
    const first = await drawPhotograph("lake", 1);
    expect(first.equals(await drawPhotograph("lake", 1))).toBe(true);
    expect(first.equals(await drawPhotograph("lake", 2))).toBe(false);
  });

  test("comes in twelve kinds", () => {
    expect(PHOTOGRAPH_KINDS).toHaveLength(12);
  });
});
