import { expect, it } from "vitest";
import { db } from "#db/client.server";
import { staff } from "#db/schema";
import { addStaff } from "~/domain/people/staff/staff.server";
import { demoCodeOf, staffById, tokenOwnerOf } from "~/domain/people/staff/staff-list.server";
import { NOW } from "../../../support/people";
import { codeAt, colleague, STAFF_PASSWORD } from "./colleagues";

it("each colleague is found by their own id, with their own digest", async () => {
  const [bea, hal] = [await colleague("support"), await colleague("support")];
  const digests = db.select({ id: staff.id, passwordHash: staff.passwordHash }).from(staff).all();
  expect([bea, hal].map(({ id }) => tokenOwnerOf(id))).toEqual(
    [bea, hal].map(({ id }) => digests.find((one) => one.id === id)),
  );
  expect([bea, hal].map(({ id }) => staffById(id)?.email)).toEqual([bea.email, hal.email]);
  expect([tokenOwnerOf("nobody"), staffById("nobody")]).toEqual([undefined, undefined]);
});

it("the code of the moment is told of people of the demo world alone", async () => {
  const demo = { name: "Joan", role: "support", password: STAFF_PASSWORD, isDemo: true } as const;
  const codes = ["one", "other"].map(async (name) => {
    const added = await addStaff({ ...demo, email: `${name}@demo.loop.example` }, null, NOW);
    if (!added.ok) throw new Error(added.reason);
    return [demoCodeOf(added.staffId, NOW), codeAt(added.secret, NOW)];
  });
  for (const [told, shown] of await Promise.all(codes)) expect(told).toBe(shown);
  expect(demoCodeOf((await colleague("support")).id, NOW)).toBeNull();
});
