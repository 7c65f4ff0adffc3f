import { expect, it } from "vitest";
import { readWeekToken, weekLink } from "~/domain/diary/loops/weekly-email-links.server";

const tokenOf = (week: number, loopId = "a1") => weekLink(loopId, week).replace("/this-week/", "");

it.each([
  [0, false],
  [1, true],
  [52, true],
  [53, false],
])("a link to week %i leads there: %s", (week, leads) => {
  expect(readWeekToken(tokenOf(week))).toEqual(leads ? { loopId: "a1", week } : undefined);
});

it("a link leads to the week and the year it was made for alone", () => {
  const token = tokenOf(7);
  for (const forged of [token.replace(".7.", ".8."), token.replace("a1.", "a2."), `${token}x`, ""])
    expect(readWeekToken(forged)).toBeUndefined();
});
