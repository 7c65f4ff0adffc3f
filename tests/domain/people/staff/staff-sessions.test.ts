import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { db, write } from "#db/client.server";
import { staff } from "#db/schema";
import {
  beginStaffSession,
  endStaffSession,
  endStaffSessionsOf,
  findStaffSession,
} from "~/domain/people/staff/staff-sessions.server";
import { later, NOW } from "../../../support/people";
import { colleague } from "./colleagues";

it("a session is its owner’s alone, and ends without those of colleagues", async () => {
  const [bea, hal] = [await colleague("support"), await colleague("moderator")];
  const begin = (staffId: string, now = NOW) => write((tx) => beginStaffSession(tx, staffId, now));
  const [first, second, his] = [begin(bea.id), begin(bea.id, later(7)), begin(hal.id, later(3))];
  const lastOf = ({ id }: { id: string }) => db.select().from(staff).where(eq(staff.id, id)).get()?.lastSignedInAt;
  expect([bea, hal].map(lastOf)).toEqual([later(7), later(3)]);
  const ownerOf = (key: string) => findStaffSession(key, later(8))?.staffId;
  expect([first, second, his, "a key nobody has"].map(ownerOf)).toEqual([bea.id, bea.id, hal.id, undefined]);
  endStaffSession(first, later(8));
  expect([first, second, his].map(ownerOf)).toEqual([undefined, bea.id, hal.id]);
  write((tx) => endStaffSessionsOf(tx, bea.id));
  expect([second, his].map(ownerOf)).toEqual([undefined, hal.id]);
});
