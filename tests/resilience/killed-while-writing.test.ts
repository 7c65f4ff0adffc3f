import { expect, it } from "vitest";
import { becomeCustomer } from "../screens/support/customers";
import { giveLoop } from "../screens/support/loops";
import { rowsOf } from "../screens/support/records";
import { serveApp } from "../screens/support/served-app";
import { openApp } from "../support/app";
import { encodeForm } from "../support/visitor";

const WEEKS = [1, 2, 3, 4];
const BEFORE_THE_KILL = 40;

it("a draft that was acknowledged is there after the process was killed in the middle of others", async () => {
  const customer = await becomeCustomer(await openApp());
  const { browser } = customer;
  const loopId = giveLoop(customer, { startedDaysAgo: 65 });
  const csrf = (await browser.visit(`/dashboard?loop=${loopId}`)).field("csrf").value ?? "";
  const served = await serveApp(process.env.PUBLIC_ORIGIN ?? "");
  const acknowledged = new Map<number, number>();
  let count = 0;
  let killed: Promise<void> | undefined;

  async function write(week: number): Promise<void> {
    let revision = "0.0";
    for (let number = 1; !killed; number += 1) {
      const fields = { csrf, loop: loopId, week: String(week), revision, content: String(number) };
      const { body, contentType } = encodeForm(Object.entries(fields));
      const headers = {
        Cookie: browser.cookies.header() ?? "",
        "Content-Type": contentType,
        "Sec-Fetch-Site": "same-origin",
      };
      const response = await served.ask("/dashboard/draft", { method: "POST", headers, body }).catch(() => null);
      if (!response) return;
      expect(response.status).toBe(204);
      revision = String(response.headers["x-week-revision"]);
      acknowledged.set(week, number);
      count += 1;
      if (count === BEFORE_THE_KILL) killed = served.close();
    }
  }

  await Promise.all(WEEKS.map(write));
  await killed;
  const kept = rowsOf("SELECT week, content FROM drafts WHERE loop_id = ?", loopId);
  for (const week of WEEKS) {
    const draft = kept.find((row) => row.week === week);
    expect(Number(draft?.content)).toBeGreaterThanOrEqual(acknowledged.get(week) ?? 1);
  }
  expect(count).toBeGreaterThanOrEqual(BEFORE_THE_KILL);
});
