import { describe, expect, it } from "vitest";
import { addMachine } from "~/domain/system/machines/machines.server";
import { expectNothingBreaks } from "../screens/support/app-log";
import { restartApp } from "../support/app";

/** Who may ask the writer for work, and how often. */

const MOST = 60;
const app = await restartApp({ REQUESTS_PER_MINUTE: String(MOST) });
expectNothingBreaks();

/** The statuses of two calls more than a minute has, from one address. */
async function askOften(token: string): Promise<number[]> {
  const visitor = app.visitor();
  const statuses: number[] = [];
  for (let asked = 0; asked < MOST + 2; asked += 1) {
    const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
    statuses.push((await visitor.send("/machines/hello", { method: "POST", body: "{}", headers })).status);
  }
  return statuses;
}

describe("a call to the writer", () => {
  it("with a token that nobody knows is counted as any visitor’s request is", async () => {
    expect(await askOften("nobody")).toEqual([...Array(MOST).fill(401), 429, 429]);
  });

  it("of a machine of ours is not", async () => {
    const made = addMachine({ name: "window", tasks: ["reader"] }, new Date());
    expect(made.ok && (await askOften(made.token))).toEqual(Array(MOST + 2).fill(200));
  });
});
