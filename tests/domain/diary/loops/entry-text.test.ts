import { describe, expect, it } from "vitest";
import { joinWords, NO_WORDS } from "~/domain/diary/loops/entry-text";

const content = (text: string) => ({ ...NO_WORDS, content: text });

describe("both texts of a week", () => {
  it.each([
    ["Rain.", "Sun.", "Rain.\n\nSun."],
    ["", "Sun.", "Sun."],
    ["Rain.", "", "Rain."],
    ["Rain.", "Rain.", "Rain."],
    ["Rain.", "Rain. Then sun.", "Rain. Then sun."],
    ["Rain. Then sun.", "Rain.", "Rain. Then sun."],
    ["Monday.\n\nRain.", "Monday.\n\nSun.", "Monday.\n\nRain.\n\nSun."],
    ["The category.", "cat", "The category.\n\ncat"],
  ])("are joined, what was saved first: %j and %j", (saved, typed, joined) => {
    expect(joinWords(content(saved), content(typed))).toEqual(content(joined));
  });

  it("are joined on one line where the box has one", () => {
    const [one, other] = [
      { title: "Rain", highlight: "A duck", gratitude: "Boots", learned: "Patience", content: "" },
      { title: "Sun", highlight: "A swan", gratitude: "Boots", learned: "", content: "" },
    ];
    expect(joinWords(one, other)).toEqual({
      title: "Rain / Sun",
      highlight: "A duck / A swan",
      gratitude: "Boots",
      learned: "Patience",
      content: "",
    });
  });
});
