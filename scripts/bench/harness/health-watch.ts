import { spawn } from "node:child_process";
import { once } from "node:events";

/** Somebody who asks for the health page ten times a second, in a process that does nothing else. */

export interface HealthLook {
  at: number;
  milliseconds: number;
  status: number;
}

const PROGRAM = `
const { Agent, get } = require("node:http");
const agent = new Agent({ keepAlive: true });
const looks = [];
setInterval(() => {
  const began = performance.now();
  const end = (status) => looks.push({ at: performance.timeOrigin + began, milliseconds: performance.now() - began, status });
  get(process.argv[1] + "/health", { agent }, (response) => response.resume().once("end", () => end(response.statusCode)))
    .once("error", () => end(0));
}, 100);
process.on("message", () => process.send(looks, () => process.exit()));
process.on("disconnect", () => process.exit());`;

export function watchHealth(origin: string) {
  const child = spawn(process.execPath, ["-e", PROGRAM, origin], { stdio: ["ignore", "ignore", "inherit", "ipc"] });
  return {
    /** Ends it, and gives every look; times are comparable with `performance.now()` of this process. */
    async end(): Promise<HealthLook[]> {
      child.send("end");
      const [looks] = (await once(child, "message")) as [HealthLook[]];
      return looks.map((look) => ({ ...look, at: look.at - performance.timeOrigin }));
    },
  };
}
