import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import SqliteFile from "better-sqlite3";
import { eq } from "drizzle-orm";
import PostalMime from "postal-mime";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { databaseFile, db, rawConnection } from "#db/client.server";
import { alarmNotices, alarms, emails } from "#db/schema";
import { createAlertWebhook } from "~/adapters/alerts/http.server";
import { createSmtpMail } from "~/adapters/mail/smtp.server";
import { raiseAlarmOfCheck, resolveEnded } from "~/domain/kernel/alarms/alarms.server";
import { notifyAlarms } from "~/domain/system/alarms/notices.server";
import type { Channels } from "~/domain/system/alarms/telling.server";
import { tellWithoutRows } from "~/domain/system/alarms/without-rows.server";
import { PAGES } from "~/domain/system/checks/checks.server";
import { type MailRelay, openMailRelay } from "../../../support/mail-relay";

/** Real servers take the notices: an SMTP server and a webhook. */

let relay: MailRelay;
const posted: { text: string; alarms: { kind: string; state: string; url: string }[] }[] = [];
let webhookStatus = 200;
const webhook = createServer(async (request, response) => {
  let body = "";
  for await (const part of request) body += String(part);
  if (webhookStatus === 200) posted.push(JSON.parse(body));
  response.writeHead(webhookStatus).end();
});

let channels: Channels;
beforeAll(async () => {
  relay = await openMailRelay();
  await new Promise<void>((resolve) => webhook.listen(0, "127.0.0.1", resolve));
  const from = { name: "Loop", address: "hello@loop.example" };
  channels = {
    email: {
      mail: createSmtpMail({ url: relay.url, from, clientName: "localhost" }),
      to: "owner@loop.example",
    },
    webhook: createAlertWebhook({ url: `http://127.0.0.1:${(webhook.address() as AddressInfo).port}/hook` }),
  };
});
afterAll(async () => {
  webhook.close();
  await relay.close();
});

let now = new Date("2026-11-22T12:00:00Z");
const inMinutes = (minutes: number) => {
  now = new Date(now.getTime() + minutes * 60_000);
};

beforeEach(() => {
  db.delete(alarms).run();
  relay.received.length = 0;
  posted.length = 0;
  relay.refusal = () => null;
  webhookStatus = 200;
});

function raise(kind: string, key = "watch:one") {
  raiseAlarmOfCheck(db, { kind, objectType: "system", objectId: kind, message: "It broke.", dedupeKey: key }, now);
}
const end = (beginning = "watch:") => resolveEnded(db, { beginning, stillTrue: [] }, now);

const tell = () => notifyAlarms(now, channels);
const subjects = () => Promise.all(relay.received.map(async ({ raw }) => (await PostalMime.parse(raw)).subject));
const states = () => posted.flatMap((post) => post.alarms.map(({ state }) => state));

describe("an alarm", () => {
  it("is told once by email and once by the webhook, with where it says what to do", async () => {
    raise("emails_waiting");
    for (let round = 0; round < 4; round += 1) {
      await tell();
      inMinutes(1);
      raise("emails_waiting");
    }
    expect(await subjects()).toEqual(["Loop – Alarm: Emails are waiting"]);
    const email = await PostalMime.parse(relay.received[0]?.raw ?? "");
    expect(email.to?.[0]?.address).toBe("owner@loop.example");
    const page = "http://localhost:3000/hyperloop/alarms/what-to-do/emails_waiting";
    for (const text of [email.text, email.html, posted[0]?.text]) expect(text).toContain(page);
    expect(email.text).toContain("It broke.");
    expect(posted).toHaveLength(1);
    expect(posted[0]?.alarms).toMatchObject([{ kind: "emails_waiting", state: "open", url: page }]);
  });

  it("holds the steps and the command, also for a container, once for each kind", async () => {
    raise("disk_filling", "watch:one");
    raise("disk_filling", "watch:two");
    raise("drill_late", "watch:three");
    await tell();
    const email = await PostalMime.parse(relay.received[0]?.raw ?? "");
    const times = (line: string) => (email.text ?? "").split("\n").filter((one) => one === line).length;
    for (const kind of ["disk_filling", "drill_late"])
      PAGES.get(kind)?.steps.forEach((step, index) => void expect(times(`${index + 1}. ${step}`)).toBe(1));
    const disk = "du -xh --max-depth=2 $DATA_DIR | sort -h | tail";
    expect(times(`In the app’s folder: ${disk}`)).toBe(1);
    expect(times(`Or in its container: docker exec loop sh -c '${disk}'`)).toBe(1);
    expect(times("Or in its container: docker exec loop npm run drill")).toBe(1);
    expect(email.html).toContain("Or in its container: docker exec loop npm run drill<br>");
    end();
    await tell();
    expect((await PostalMime.parse(relay.received[1]?.raw ?? "")).text).not.toContain("docker");
  });

  it("of a kind that this release has no page for is told by its message", async () => {
    raise("of_an_earlier_release");
    await tell();
    expect(posted[0]?.text).toContain("It broke.");
  });

  it("does not pass the outbox, which may be what fails", async () => {
    raise("emails_waiting");
    await tell();
    expect(relay.received).toHaveLength(1);
    expect(db.select().from(emails).all()).toEqual([]);
  });

  it("is told once more when it ends", async () => {
    raise("payments_failing");
    await tell();
    end();
    for (let round = 0; round < 3; round += 1) await tell();
    expect(await subjects()).toEqual([
      "Loop – Alarm: The payment provider isn’t answering",
      "Loop – Ended: The payment provider isn’t answering",
    ]);
    expect(states()).toEqual(["open", "ended"]);
  });

  it("is reminded of after six hours, then once a day, while it is open", async () => {
    raise("drill_failed");
    await tell();
    inMinutes(6 * 60 - 1);
    await tell();
    expect(states()).toEqual(["open"]);
    inMinutes(1);
    await tell();
    await tell();
    expect(states()).toEqual(["open", "still_open"]);
    inMinutes(24 * 60 - 1);
    await tell();
    expect(states()).toHaveLength(2);
    inMinutes(1);
    await tell();
    expect(states()).toEqual(["open", "still_open", "still_open"]);
  });

  it("that ended before anybody was told is not told at all", async () => {
    raise("disk_filling");
    end();
    await tell();
    expect(posted).toEqual([]);
  });

  it("that comes and goes is told once in half an hour, and then if it lasts", async () => {
    raise("storage_unreachable");
    await tell();
    end();
    await tell();
    for (let round = 0; round < 5; round += 1) {
      inMinutes(2);
      raise("storage_unreachable");
      await tell();
      inMinutes(2);
      end();
      await tell();
    }
    raise("storage_unreachable");
    inMinutes(9);
    await tell();
    expect(states()).toEqual(["open", "ended"]);
    inMinutes(1);
    await tell();
    end();
    await tell();
    expect(states()).toEqual(["open", "ended", "open", "ended"]);
  });

  it("that ended and came back between two looks is told of again after half an hour, and ends once", async () => {
    raise("storage_unreachable");
    await tell();
    end();
    raise("storage_unreachable");
    inMinutes(31);
    await tell();
    end();
    await tell();
    expect(states()).toEqual(["open", "open", "ended"]);
  });

  it("ends whether another one ended before it or was never told", async () => {
    raise("disk_filling", "watch:first");
    await tell();
    end("watch:first");
    await tell();
    raise("drill_late", "watch:second");
    await tell();
    raise("replica_late", "watch:third");
    end("watch:third");
    await tell();
    expect(states()).toEqual(["open", "ended", "open"]);
    end("watch:second");
    await tell();
    expect(posted.at(-1)?.alarms).toMatchObject([{ kind: "drill_late", state: "ended" }]);
    expect(states()).toHaveLength(4);
  });

  it("comes with the others of the same moment in one message", async () => {
    raise("disk_nearly_full", "watch:a");
    raise("replica_late", "watch:b");
    await tell();
    expect(posted).toHaveLength(1);
    expect(states()).toEqual(["open", "open"]);
    expect(await subjects()).toEqual([expect.stringContaining("2 alarms")]);
  });
});

describe("a channel that takes nothing", () => {
  it("is tried again, later each time, and does not hold up the other", async () => {
    webhookStatus = 500;
    raise("ledger_differs");
    expect((await tell()).failures).toEqual([{ channel: "webhook", message: "It answered 500." }]);
    expect(relay.received).toHaveLength(1);
    const dueIn = () => {
      const [notice] = db.select().from(alarmNotices).where(eq(alarmNotices.channel, "webhook")).all();
      return Math.round(((notice?.nextTryAt.getTime() ?? 0) - now.getTime()) / 60_000);
    };
    const waits = [dueIn()];
    for (let round = 0; round < 7; round += 1) {
      inMinutes(dueIn());
      await tell();
      waits.push(dueIn());
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
    webhookStatus = 200;
    inMinutes(60);
    await tell();
    expect(posted).toHaveLength(1);
    expect(relay.received).toHaveLength(1);
  });

  it("is told nothing of an alarm that ended before it could be told, and of others no more than before", async () => {
    raise("fraud_warning", "other:one");
    await tell();
    posted.length = 0;
    relay.received.length = 0;
    webhookStatus = 500;
    raise("replica_late");
    await tell();
    end();
    webhookStatus = 200;
    for (let round = 0; round < 3; round += 1) {
      inMinutes(10);
      await tell();
    }
    expect(posted).toEqual([]);
    expect(await subjects()).toEqual(["Loop – Alarm: The backup is behind", "Loop – Ended: The backup is behind"]);
  });

  it("gets after a day what is new and what is still open", async () => {
    relay.refusal = () => "451 Not now.";
    raise("ledger_differs", "watch:a");
    await tell();
    inMinutes(25 * 60);
    relay.refusal = () => null;
    raise("disk_filling", "watch:b");
    await tell();
    const text = String((await PostalMime.parse(relay.received[0]?.raw ?? "")).text);
    expect([relay.received.length, text.match(/^(?:Alarm|Still open): .*/gm)]).toEqual([
      1,
      ["Still open: Our records and the provider’s differ", "Alarm: The disk is 80% full"],
    ]);
    end();
    await tell();
    expect(await subjects()).toContain("Loop – 2 alarms, the first: Ended: Our records and the provider’s differ");
  });

  it("is told as still open of what it took nothing of for a day", async () => {
    webhookStatus = 500;
    raise("ledger_differs");
    await tell();
    inMinutes(24 * 60);
    webhookStatus = 200;
    await tell();
    expect(states()).toEqual(["still_open"]);
  });
});

it("two processes that tell at once tell once", async () => {
  raise("fraud_warning");
  await Promise.all([tell(), tell(), tell()]);
  expect([relay.received.length, posted.length]).toEqual([1, 1]);
});

it("where nothing is to be told, nobody who writes meanwhile is waited for", async () => {
  raise("fraud_warning");
  raise("disk_filling", "other:never told");
  end("other:never told");
  raise("drill_late", "other:over");
  await tell();
  end("other:over");
  await tell();
  inMinutes(6 * 60);
  await tell();
  const other = new SqliteFile(databaseFile);
  other.exec("BEGIN IMMEDIATE");
  try {
    expect(await tell()).toEqual({ sent: 0, failures: [] });
  } finally {
    other.close();
  }
});

it("nothing is planned where nobody is to be notified", async () => {
  raise("fraud_warning");
  await notifyAlarms(now, { email: null, webhook: null });
  expect(db.select().from(alarmNotices).all()).toEqual([]);
});

it("a database that takes no writes is told of without a row, after a minute, and at its end", async () => {
  const look = (reason: string | null) => {
    const findings = [{ name: "database", ok: reason === null, reason: reason ?? "Takes writes." }];
    return tellWithoutRows(now, { findings, channels });
  };
  rawConnection().pragma("query_only = ON");
  try {
    expect(await look("The disk is full.")).toBe(false);
    expect(posted).toEqual([]);
    for (let round = 0; round < 4; round += 1) {
      await look("The disk is full.");
      inMinutes(1);
    }
    expect(await look(null)).toBe(true);
    await look(null);
  } finally {
    rawConnection().pragma("query_only = OFF");
  }
  expect(states()).toEqual(["open", "ended"]);
  expect(await subjects()).toEqual([
    "Loop – Alarm: The database refuses writes",
    "Loop – Ended: The database refuses writes",
  ]);
});
