import { expect, it } from "vitest";
import { lastEmail } from "~/domain/diary/loops/weekly-email";

const YEAR = {
  ...{ firstName: "Ada", loopTitle: "Our year", hour: 9, picture: { url: "/art", alt: "" }, theme: "pet" },
  ...{ openStitches: [], unfinished: { begun: [], changed: [], printsDrafts: false } },
  ...{ settingsUrl: "/loop-settings", proofUrl: "/proof", written: 30 },
};
const textOf = (given: Partial<Parameters<typeof lastEmail>[0]>) => JSON.stringify(lastEmail({ ...YEAR, ...given }));

it.each([
  [0, "None of your 52 weeks is finished yet."],
  [1, "You’ve written 1 of 52 weeks."],
  [51, "You’ve written 51 of 52 weeks."],
  [52, "All 52 weeks are written."],
])("the last email counts %i weeks", (written, sentence) => {
  expect(lastEmail({ ...YEAR, written }).preview).toBe(`${sentence} Your proof is ready to check.`);
});

it.each([
  [11, "Good morning, Ada."],
  [12, "Good afternoon, Ada."],
  [17, "Good afternoon, Ada."],
  [18, "Good evening, Ada."],
])("at %i o’clock it says %s", (hour, greeting) => {
  expect(textOf({ hour })).toContain(greeting);
});

it("names the weeks that were missed where there are any", () => {
  expect(textOf({})).not.toContain("You’ve missed");
  expect(textOf({ openStitches: [{ week: 3, url: "/3" }] })).toContain("You’ve missed one week");
});
