import { describe, expect, it } from "vitest";
import { captionsOfBlock, withFullStop } from "~/domain/book/layout/captions";

const box = (x: number, y: number, width: number, height: number, caption: string) => ({
  x,
  y,
  width,
  height,
  caption,
});

describe("a caption", () => {
  it.each([
    ["By the water", "By the water."],
    ["By the water.", "By the water."],
    ["Who is that?", "Who is that?"],
    ["Nan (left)", "Nan (left)."],
    ["(Nan is on the left.)", "(Nan is on the left.)"],
    ["The “good” one", "The “good” one."],
    ["The one she called “good”", "The one she called “good”."],
    ["She said “No.”", "She said “No.”"],
    ["Cake 🎂", "Cake 🎂"],
    ["July 1994", "July 1994."],
    ["外婆", "外婆"],
    [" ", ""],
  ])("ends in one full stop: %s", (typed, printed) => {
    expect(withFullStop(typed)).toBe(printed);
  });
});

describe("the captions of a block", () => {
  it("say which photo each is of", () => {
    expect(
      captionsOfBlock([
        box(0, 0, 140, 100, "By the water"),
        box(0, 104, 68, 60, "Nan and the twins"),
        box(72, 104, 68, 60, "Whitby"),
      ]),
    ).toBe("Above: By the water. Below left: Nan and the twins. Below right: Whitby.");
    expect(captionsOfBlock([box(0, 0, 70, 124, "Nan"), box(74, 0, 66, 60, "Whitby"), box(74, 64, 66, 60, "Us")])).toBe(
      "Left: Nan. Above right: Whitby. Below right: Us.",
    );
    expect(captionsOfBlock([box(0, 0, 40, 60, "Nan"), box(44, 0, 40, 60, "Us"), box(88, 0, 40, 60, "Whitby")])).toBe(
      "Left: Nan. Middle: Us. Right: Whitby.",
    );
    expect(captionsOfBlock([box(0, 0, 40, 60, "Nan"), box(0, 64, 40, 60, "Us")])).toBe("Above: Nan. Below: Us.");
  });

  it("say it of photos that touch, and of one in the middle", () => {
    expect(captionsOfBlock([box(0, 0, 40, 60, "Nan"), box(0, 60, 40, 60, "Us")])).toBe("Above: Nan. Below: Us.");
    expect(captionsOfBlock([box(0, 0, 40, 60, "Nan"), box(40, 0, 40, 60, "Us")])).toBe("Left: Nan. Right: Us.");
  });

  it("say it too where only one photo has a caption, and nothing of a photo alone", () => {
    expect(captionsOfBlock([box(0, 0, 40, 60, ""), box(44, 0, 40, 60, "Us")])).toBe("Right: Us.");
    expect(captionsOfBlock([box(0, 0, 40, 60, "Us")])).toBe("Us.");
    expect(captionsOfBlock([box(0, 0, 40, 60, "")])).toBe("");
  });
});
