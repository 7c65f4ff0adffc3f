import { describe, expect, it } from "vitest";
import {
  deleteView,
  MOST_VIEWS,
  renameView,
  savedViewsOf,
  saveView,
} from "~/domain/backoffice/staff/saved-views.server";
import { NOW } from "../../../support/people";
import { colleague } from "../../people/staff/colleagues";

const viewer = async (role: "support" | "super_admin") => ({ staffId: (await colleague(role)).id, role });
const wanted = { list: "orders" as const, name: "Paid", query: "status=PAID", isShared: false };
const namesFor = (staffId: string) => savedViewsOf("orders", staffId).map(({ name }) => name);

describe("a saved view", () => {
  it("is its maker’s own, and everybody’s only from somebody who may share", async () => {
    const [bea, joan, ros] = [await viewer("support"), await viewer("super_admin"), await viewer("support")];
    expect(saveView(wanted, bea, NOW)).toEqual({ ok: true });
    expect(saveView({ ...wanted, name: "Bea’s for all", isShared: true }, bea, NOW)).toEqual({ ok: true });
    expect(saveView({ ...wanted, name: "Everybody’s", isShared: true }, joan, NOW)).toEqual({ ok: true });
    expect(namesFor(bea.staffId)).toEqual(["Bea’s for all", "Everybody’s", "Paid"]);
    expect(namesFor(ros.staffId)).toEqual(["Everybody’s"]);
    const shared = savedViewsOf("orders", ros.staffId)[0]?.id ?? "";
    expect(renameView(shared, "Mine", ros, NOW)).toEqual({ ok: false, reason: "not_found" });
    expect(deleteView(shared, ros, NOW)).toEqual({ ok: false, reason: "not_found" });
    expect(deleteView(shared, joan, NOW)).toEqual({ ok: true });
    expect(namesFor(ros.staffId)).toEqual([]);
    expect(namesFor(bea.staffId)).toEqual(["Bea’s for all", "Paid"]);
  });

  it("is changed by nobody else", async () => {
    const [bea, joan] = [await viewer("support"), await viewer("super_admin")];
    saveView(wanted, bea, NOW);
    const own = savedViewsOf("orders", bea.staffId)[0]?.id ?? "";
    expect(renameView(own, "Mine", joan, NOW)).toEqual({ ok: false, reason: "not_found" });
    expect(deleteView(own, joan, NOW)).toEqual({ ok: false, reason: "not_found" });
    expect(namesFor(bea.staffId)).toEqual(["Paid"]);
  });

  it("has a name that no other of its maker’s has in that list, whatever its capitals", async () => {
    const bea = await viewer("support");
    saveView(wanted, bea, NOW);
    expect(saveView({ ...wanted, name: "PAID" }, bea, NOW)).toEqual({ ok: false, reason: "name_taken" });
    expect(saveView({ ...wanted, list: "people" }, bea, NOW)).toEqual({ ok: true });
    expect(namesFor(bea.staffId)).toEqual(["Paid"]);
    saveView({ ...wanted, name: "Refunded" }, bea, NOW);
    const [paid] = savedViewsOf("orders", bea.staffId);
    expect(renameView(paid?.id ?? "", "refunded", bea, NOW)).toEqual({ ok: false, reason: "name_taken" });
    expect(renameView(paid?.id ?? "", "PAID", bea, NOW)).toEqual({ ok: true });
  });

  it(`is one of ${MOST_VIEWS} at most in a list`, async () => {
    const bea = await viewer("support");
    for (let number = 1; number <= MOST_VIEWS; number += 1) {
      expect(saveView({ ...wanted, name: `View ${number}` }, bea, NOW)).toEqual({ ok: true });
    }
    expect(saveView({ ...wanted, name: "One more" }, bea, NOW)).toEqual({ ok: false, reason: "too_many" });
  });
});
