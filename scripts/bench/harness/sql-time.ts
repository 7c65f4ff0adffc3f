import { Server, ServerResponse } from "node:http";
import { createRequire } from "node:module";

/**
 * Imported by the processes of a shop before their own code (`node --import`): each response says in `Server-Timing` how long
 * SQLite worked for it. True while a process answers one request at a time.
 */

interface Statement {
  all(...values: unknown[]): unknown;
  get(...values: unknown[]): unknown;
  run(...values: unknown[]): unknown;
}

const SqliteFile = createRequire(import.meta.url)("better-sqlite3") as new (
  file: string,
) => { prepare(sql: string): Statement };
const statements = Object.getPrototypeOf(new SqliteFile(":memory:").prepare("SELECT 1")) as Statement;
let spent = 0;
for (const method of ["all", "get", "run"] as const) {
  const asked = statements[method];
  statements[method] = function (this: Statement, ...values: unknown[]) {
    const began = performance.now();
    try {
      return asked.apply(this, values);
    } finally {
      spent += performance.now() - began;
    }
  };
}

const before = new WeakMap<ServerResponse, number>();
const { emit } = Server.prototype;
Server.prototype.emit = function (this: Server, event: string | symbol, ...rest: unknown[]) {
  const [, response] = rest;
  if (event === "request" && response instanceof ServerResponse) before.set(response, spent);
  return Reflect.apply(emit, this, [event, ...rest]);
};

const { writeHead } = ServerResponse.prototype;
ServerResponse.prototype.writeHead = function (this: ServerResponse, ...rest: unknown[]) {
  this.setHeader("Server-Timing", `sql;dur=${(spent - (before.get(this) ?? spent)).toFixed(3)}`);
  return Reflect.apply(writeHead, this, rest);
};
