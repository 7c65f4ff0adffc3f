import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { NEEDED_EVENTS } from "~/domain/shop/orders/webhook-events";
import { WEBHOOK_EVENTS } from "../../scripts/sandboxes.ts";
import { SETTINGS_NAMES } from "../support/settings-names";

/** The deployment guide, its sample settings and its proxy, against what the product asks for. */

const read = (name: string) => readFileSync(`scripts/deployment/${name}`, "utf8");
const guide = ["README.md", "releases.md", "recovery.md", "moving.md", "reading.md", "helping.md", "fly.md"]
  .map(read)
  .join("\n");
const sample = [...read("production.env.sample").matchAll(/^([A-Z0-9_]+)=(.*)$/gm)].map(
  ([, name = "", value = ""]) => ({ name, value }),
);

/** What the sample leaves out, and why. */
const NOT_IN_SAMPLE: Readonly<Record<string, string>> = {
  APP_ENV: "the image sets it",
  DATA_DIR: "the image sets it",
  PORT: "the image sets it",
  LITESTREAM_BIN: "the image holds it where the default says",
  FIRST_START: "a day, given to one start alone",
  STRIPE_API_ORIGIN: "refused with a live key",
  STRIPE_CHECKOUT_ORIGIN: "refused with a live key",
  STRIPE_SCRIPT_ORIGIN: "refused with a live key",
  WEB_PROCESS: "the start gives each process its own",
};

describe("the sample settings", () => {
  it("name every setting that production asks for", () => {
    const rows = readFileSync("app/adapters/README.md", "utf8").match(/^\| `.+$/gm) ?? [];
    const asked = rows
      .filter((row) => row.split("|")[1]?.includes("●"))
      .flatMap((row) => [...(row.split("|")[1] ?? "").matchAll(/`(\w+)`/g)].map(([, name]) => name));
    expect(asked.length).toBeGreaterThan(10);
    expect(sample.map(({ name }) => name)).toEqual(expect.arrayContaining(asked));
  });

  it("name every other setting too, except those that production is not given in a file", () => {
    const names = new Set(sample.map(({ name }) => name));
    const missing = SETTINGS_NAMES.filter((name) => !names.has(name));
    expect(missing.filter((name) => !(name in NOT_IN_SAMPLE))).toEqual([]);
    expect(Object.keys(NOT_IN_SAMPLE).filter((name) => names.has(name))).toEqual([]);
  });

  it("name no setting that does not exist, and none twice", () => {
    const names = sample.map(({ name }) => name);
    expect(names.filter((name) => !SETTINGS_NAMES.some((known) => known === name))).toEqual([]);
    expect(new Set(names).size).toBe(names.length);
  });

  it("hold no secret", () => {
    const secrets = sample.filter(({ name }) => /SECRET|KEY/.test(name));
    expect(secrets.map(({ value }) => value).join("")).toBe("");
  });
});

describe("the guide", () => {
  it("lists exactly the events that the doctor looks for, and the payment sandbox sends them", () => {
    const [, listed = ""] = /^```text\n(.*?)^```$/ms.exec(read("README.md")) ?? [];
    expect(listed.trim().split(/\s+/)).toEqual([...NEEDED_EVENTS]);
    expect(WEBHOOK_EVENTS).toEqual([...NEEDED_EVENTS]);
  });

  it("runs no command that package.json does not have", () => {
    const { scripts } = z
      .object({ scripts: z.record(z.string(), z.string()) })
      .parse(JSON.parse(readFileSync("package.json", "utf8")));
    const run = [...guide.matchAll(/npm (?:--prefix \S+ )?run ([a-z:-]+)/g)].map(([, name = ""]) => name);
    expect(run).toEqual(expect.arrayContaining(["staff", "backup", "drill", "doctor", "restore", "bench"]));
    expect(run.filter((name) => !scripts[name])).toEqual([]);
  });

  it("takes the copies on Fly with the new volume where the shop has it, and deletes nothing in a bucket", () => {
    const destination = /destination = "(.+)"/.exec(readFileSync("fly.toml", "utf8"))?.[1];
    // After the two hyphens nothing is fly's own, such as the -c of a shell.
    const [, folder, command] =
      /^fly machine run \. --volume NEW_VOLUME:(\S+) .*--rm -- (.+)$/m.exec(read("fly.md")) ?? [];
    expect([command, folder]).toEqual(["npm run take-over", destination]);
    expect(guide).not.toContain("owner.json` from");
  });

  it("waits as long for a stop as Fly does", () => {
    const seconds = /kill_timeout = "(\d+)s"/.exec(readFileSync("fly.toml", "utf8"))?.[1];
    const stops = [...guide.matchAll(/--stop-timeout (\d+)/g)].map(([, given]) => given);
    expect(stops.length).toBeGreaterThan(1);
    expect(new Set(stops)).toEqual(new Set([seconds]));
  });
});

describe("the proxy", () => {
  it("holds requests while nobody listens, and keeps no connection that would break off", () => {
    const proxy = read("caddyfile.sample");
    expect(proxy).toMatch(/^\t\tlb_try_duration 60s$/m);
    expect(proxy).toMatch(/^\t\t\tkeepalive off$/m);
  });

  it("reaches the container at the address that the guide gives it, and at no published port", () => {
    const address = /reverse_proxy ([\d.]+):8080/.exec(read("caddyfile.sample"))?.[1];
    const runs = [...guide.matchAll(/docker run -d --name loop[^`]*?loop:\d$/gm)].map(([run]) => run);
    expect(runs.length).toBeGreaterThan(2);
    for (const run of runs) expect(/--network loop --ip (\S+)/.exec(run)?.[1]).toBe(address);
    expect(runs.filter((run) => / -p /.test(run))).toEqual([]);
  });
});
