import { expect, it } from "vitest";
import { keepInMemory } from "~/domain/system/alarms/channels.server";
import type { Channels } from "~/domain/system/alarms/telling.server";
import { later } from "../../../support/people";

it("what no row can tell of is told after a minute, every six hours, and at its end if it was told", async () => {
  const told: [second: number, state: string | undefined][] = [];
  let second = 0;
  const channels: Channels = {
    email: null,
    webhook: {
      async post({ alarms }) {
        told.push([second, alarms[0]?.state]);
        return { ok: true };
      },
    },
  };
  const look = async (at: number, message: string | null) => {
    second = at;
    await keepInMemory("database_unwritable", message, later(at), channels);
  };
  await look(-120, "The disk is full.");
  await look(-100, null);
  const [first, reminder] = [60, 60 + 6 * 3_600];
  for (const at of [0, first - 1, first, first + 1, reminder - 1, reminder, reminder + 1])
    await look(at, "The disk is full.");
  await look(reminder + 2, null);
  await look(reminder + 3, null);
  expect(told).toEqual([
    [first, "open"],
    [reminder, "still_open"],
    [reminder + 2, "ended"],
  ]);
});
