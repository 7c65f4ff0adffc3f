import { mkdtempSync, readdirSync } from "node:fs";
import { join } from "node:path";
import PostalMime from "postal-mime";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { createSmtpMail } from "~/adapters/mail/smtp.server";
import { settings } from "~/adapters/settings.server";
import { reportOpenedStart, reportRefusedStart } from "~/domain/system/alarms/refused-start.server";
import type { Channels } from "~/domain/system/alarms/telling.server";
import { openMailRelay } from "../../../support/mail-relay";

const NIGHT = new Date("2026-11-26T02:40:00Z");
const inMinutes = (minutes: number) => new Date(NIGHT.getTime() + minutes * 60_000);
const WHY = "The database is damaged (page 17).\nIn a container: docker stop loop";

const relay = await openMailRelay();
afterAll(() => relay.close());
const mail = createSmtpMail({
  url: relay.url,
  from: { name: "Loop", address: "hello@loop.example" },
  clientName: "loop.example",
});
const channels: Channels = { email: { mail, to: "night@loop.example" }, webhook: null };

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(settings.dataFolder, "refused-"));
  relay.received.length = 0;
  relay.refusal = () => null;
});
const tell = (why: string, at: Date, dataFolder = folder, other = folder) =>
  reportRefusedStart(why, [dataFolder, other], at, channels);

describe("a start that is refused", () => {
  it("is told with why and what to type, each on a line of its own", async () => {
    expect(await tell(WHY, NIGHT)).toBe(true);
    const { subject, text, html } = await PostalMime.parse(relay.received[0]?.raw ?? "");
    expect(relay.received[0]?.to).toBe("night@loop.example");
    expect(subject).toContain("Alarm: The shop doesn’t start");
    expect(text).toContain(WHY);
    expect(html).toContain("(page 17).<br>In a container: docker stop loop<br>");
  });

  it("is told once an hour, however often it is tried", async () => {
    const told = [];
    for (let minute = 0; minute <= 120; minute += 1) {
      if (await tell(`${WHY} ${minute.toString(2)}`, inMinutes(minute))) told.push(minute);
    }
    expect(told).toEqual([0, 60, 120]);
    expect(relay.received[1]?.raw).toContain("Still open");
  });

  it("is told at the next try where the relay took nothing", async () => {
    relay.refusal = () => "451 4.3.0 Try again";
    expect(await tell(WHY, NIGHT)).toBe(false);
    relay.refusal = () => null;
    expect(await tell(WHY, inMinutes(1))).toBe(true);
  });

  it("is told although it was told while the clock was ahead", async () => {
    await tell(WHY, inMinutes(24 * 60));
    expect(await tell(WHY, NIGHT)).toBe(true);
  });

  it("is remembered in the second folder where the first takes nothing", async () => {
    const closed = join(folder, "gone");
    expect(await tell(WHY, NIGHT, closed, folder)).toBe(true);
    expect(await tell(WHY, inMinutes(1), closed, folder)).toBe(false);
  });

  it("is told in the first minutes of an hour alone where nothing can be remembered", async () => {
    const [gone, told] = [join(folder, "gone"), [] as number[]];
    for (let minute = 0; minute <= 120; minute += 1)
      if (await tell(WHY, inMinutes(minute), gone, gone)) told.push(minute);
    expect(told).toEqual([20, 21, 22, 80, 81, 82]);
  });
});

describe("a start that succeeds", () => {
  it("is told after one that was refused and told, and only then", async () => {
    await reportOpenedStart(folder, NIGHT, channels);
    expect(relay.received).toEqual([]);
    await tell(WHY, NIGHT);
    await reportOpenedStart(folder, inMinutes(3), channels);
    expect(relay.received[1]?.raw).toContain("Ended");
    expect(readdirSync(folder)).toEqual([]);
    expect(await tell(WHY, inMinutes(4))).toBe(true);
  });

  it("says nothing after one that nobody was told of", async () => {
    relay.refusal = () => "451 4.3.0 Try again";
    await tell(WHY, NIGHT);
    relay.refusal = () => null;
    await reportOpenedStart(folder, inMinutes(3), channels);
    expect(relay.received).toEqual([]);
  });
});
