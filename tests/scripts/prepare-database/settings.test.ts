import { spawnSync } from "node:child_process";
import { expect, it } from "vitest";
import { SETTINGS_NAMES } from "../../support/settings-names";

/** Starts a script as somebody would who has set these variables and no others of ours. */
function start(variables: Record<string, string>) {
  const env: NodeJS.ProcessEnv = { ...process.env };
  for (const name of SETTINGS_NAMES) delete env[name];
  Object.assign(env, variables);
  return spawnSync(process.execPath, ["build/processes/prepare-database.js"], {
    env,
    encoding: "utf8",
  });
}

it("settings that are wrong are said with an error message each, without a trace, and nothing starts", () => {
  const { status, stdout, stderr } = start({
    SECRETS: "a-secret-for-tests-only-32-characters",
    MAIL_FROM: "somebody",
    PUBLIC_ORIGIN: "loop",
  });
  expect(stderr.trim().split("\n")).toEqual([
    "Loop can’t start with these settings:",
    "  - PUBLIC_ORIGIN: must be an origin such as https://loop.example",
    "  - MAIL_FROM: must be an email address",
  ]);
  expect([status, stdout]).toEqual([1, ""]);
});
