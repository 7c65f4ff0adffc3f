import { expect, it } from "vitest";
import { asPng } from "~/domain/diary/loops/progress-pictures.server";

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>';
const drawn = (name: number) => asPng(`picture ${name}`, SVG);

it("forty pictures wait at most, each drawn once, and the latest sixty are kept", async () => {
  const first = Array.from({ length: 40 }, (_, name) => drawn(name));
  expect(first).not.toContain(null);
  expect([drawn(40), drawn(0) === first[0]]).toEqual([null, true]);
  await Promise.all(first);
  const later = Array.from({ length: 20 }, (_, index) => drawn(40 + index));
  await Promise.all(later);
  expect(drawn(0)).toBe(first[0]);
  await drawn(60);
  expect(drawn(1)).toBe(first[1]);
  const again = drawn(0);
  expect(again).not.toBe(first[0]);
  expect((await again)?.toString("latin1", 1, 4)).toBe("PNG");
});
