import { describe, expect, it } from "vitest";
import { piecesOf, spanOf } from "~/domain/kernel/time/periods";

const NOW = new Date("2026-11-20T10:00:00.000Z");
const [DAY_MS, HOUR_MS] = [86_400_000, 3_600_000];

describe("a period of figures", () => {
  it("of one day has its hours, and of several has their days", () => {
    expect(spanOf("1d", NOW).bins).toHaveLength(24);
    expect(spanOf("7d", NOW).bins).toEqual([
      ...["2026-11-14", "2026-11-15", "2026-11-16", "2026-11-17", "2026-11-18", "2026-11-19", "2026-11-20"],
    ]);
  });

  it("ends with this moment, and the one before it at the same time of its last day", () => {
    expect(spanOf("7d", NOW)).toMatchObject({ since: new Date("2026-11-14"), until: new Date(NOW.getTime() + 1) });
    expect(spanOf("7d", NOW, "before")).toMatchObject({
      since: new Date("2026-11-07"),
      until: new Date(NOW.getTime() - 7 * DAY_MS + 1),
    });
  });

  it("is cut into pieces that begin before it ends", () => {
    const since = new Date("2026-11-19T00:00:00Z");
    const bins = ["2026-11-19", "2026-11-20"];
    const end = since.getTime() + DAY_MS;
    expect(piecesOf({ since, until: new Date(end), bins })).toEqual([
      { bin: "2026-11-19", since: since.getTime(), until: end },
    ]);
    expect(piecesOf({ since, until: new Date(end + 1), bins })[1]).toEqual({
      bin: bins[1],
      since: end,
      until: end + 1,
    });
    const hours = piecesOf({ since, until: new Date(since.getTime() + 2 * HOUR_MS + 1), bins: ["00", "01"] });
    expect(hours.map(({ bin }) => bin)).toEqual(["00", "01", "02"]);
  });
});
