import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { Agent, get } from "node:http";
import { connect } from "node:net";
import { afterEach, expect, it } from "vitest";
import { freePort } from "../../scripts/steps.ts";
import { countWebProcesses, launchWebProcesses, WEB_PROGRAM } from "../../scripts/web-processes.ts";

/** Several web processes share one port, and a stop costs nobody their request. */

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
});

const PAGE = "GET /about HTTP/1.1\r\nHost: loop.example\r\nAccept: text/html\r\nConnection: close\r\n\r\n";

async function launch(count: number) {
  const port = await freePort(0);
  const logs: string[] = [];
  const env = { ...process.env, NODE_ENV: "production" as const, APP_ENV: "development" };
  const settings = { PORT: String(port), PUBLIC_ORIGIN: "https://loop.example" };
  await launchWebProcesses({ port, host: "127.0.0.1", count }, (number) => {
    const child = spawn(process.execPath, WEB_PROGRAM, {
      env: { ...env, ...settings, WEB_PROCESS: String(number) },
      stdio: ["ignore", "pipe", "inherit", "ipc"],
    });
    child.stdout?.on("data", (chunk) => {
      logs[number - 1] = `${logs[number - 1] ?? ""}${chunk}`;
    });
    children.push(child);
    return { child };
  });
  return { port, responded: () => logs.map((log) => log.split("GET /about 200").length - 1) };
}

/** Asks for a page over a connection of its own. Gives the status. */
function ask(port: number): Promise<number | undefined> {
  const headers = { Host: "loop.example", Accept: "text/html" };
  return new Promise((resolve, reject) => {
    get({ host: "127.0.0.1", port, path: "/about", headers, agent: new Agent() }, (response) => {
      response.resume().once("end", () => resolve(response.statusCode));
    }).once("error", reject);
  });
}

it("both of two web processes serve the one port, from the first request on", async () => {
  const { port, responded } = await launch(2);
  await expect
    .poll(async () => {
      const statuses = await Promise.all(Array.from({ length: 20 }, () => ask(port)));
      expect(new Set(statuses)).toEqual(new Set([200]));
      return responded().filter((responses) => responses > 0).length;
    })
    .toBe(2);
});

it("asked to stop, they handle each request that came before, and end by themselves", async () => {
  const { port } = await launch(2);
  const ended = Promise.all(children.map(async (child) => (await once(child, "exit"))[0]));
  for (const child of children) child.kill("SIGSTOP");
  const sockets = Array.from({ length: 40 }, () => connect(port, "127.0.0.1"));
  await Promise.all(sockets.map((socket) => once(socket, "connect")));
  const responses = sockets.map(async (socket) => String((await once(socket, "data"))[0]).split("\r\n")[0]);
  for (const socket of sockets) socket.write(PAGE);
  for (const child of children) child.kill("SIGTERM");
  for (const child of children) child.kill("SIGCONT");
  expect(new Set(await Promise.all(responses))).toEqual(new Set(["HTTP/1.1 200 OK"]));
  expect(await ended).toEqual([0, 0]);
});

it("asked to stop before anybody asked them for anything, they end by themselves too", async () => {
  await launch(2);
  const ended = Promise.all(children.map(async (child) => await once(child, "exit")));
  for (const child of children) child.kill("SIGTERM");
  expect(await ended).toEqual([
    [0, null],
    [0, null],
  ]);
});

it("there are as many as the settings say, else one for each processor", () => {
  expect(countWebProcesses({ WEB_PROCESSES: "3" })).toBe(3);
  expect(countWebProcesses({})).toBeGreaterThanOrEqual(1);
  expect(countWebProcesses({})).toBeLessThanOrEqual(4);
});
