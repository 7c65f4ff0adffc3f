import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, describe, expect, it } from "vitest";
import { ASK_WRITER_HEADER, HANDED_ON_HEADER, readHandedOn, WRITER_SILENT_HEADER } from "~/web/handed-on.server";
import { type Front, openFront } from "../../../scripts/reading/front";

/** The process in front of a reading machine, between a server in place of its web processes and one in place of the writer. */

const servers: Server[] = [];
const fronts: Front[] = [];
afterEach(() => {
  for (const front of fronts.splice(0)) {
    front.stop();
    front.server.closeAllConnections();
    front.server.close();
  }
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function listen(server: Server): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

async function serve(answer: RequestListener): Promise<number> {
  const server = createServer(answer);
  servers.push(server);
  return await listen(server);
}

/** A server that says its name, the method and the body that it got. */
const named =
  (name: string, seen: IncomingMessage[] = []): RequestListener =>
  async (request, response) => {
    seen.push(request);
    response.setHeader("Set-Cookie", ["one=1", "two=2"]);
    response.end(`${name} ${request.method} ${await text(request)}`.trim());
  };
const asking: RequestListener = (_, response) => {
  response.writeHead(421, { [ASK_WRITER_HEADER]: "version" }).end();
};

async function front(here: RequestListener | number, writer: RequestListener | null): Promise<string> {
  const port = typeof here === "number" ? here : await serve(here);
  const writerPort = writer ? await serve(writer) : await unusedPort();
  const opened = openFront({ port, writerOrigin: `http://127.0.0.1:${writerPort}` });
  fronts.push(opened);
  return `http://127.0.0.1:${await listen(opened.server)}`;
}

async function unusedPort(): Promise<number> {
  const server = createServer();
  const port = await listen(server);
  server.close();
  await once(server, "close");
  return port;
}

const post = (origin: string, body: string, headers: Record<string, string> = {}) =>
  fetch(`${origin}/week`, { method: "POST", body, headers });

describe("a page", () => {
  it("comes from the machine that reads, with all its headers", async () => {
    const response = await fetch(await front(named("here"), named("writer")));
    expect(await response.text()).toBe("here GET");
    expect(response.headers.getSetCookie()).toEqual(["one=1", "two=2"]);
  });

  it("comes from the writer where this machine can’t answer it, with the reason and the visitor’s address", async () => {
    const seen: IncomingMessage[] = [];
    const response = await fetch(await front(asking, named("writer", seen)));
    expect(await response.text()).toBe("writer GET");
    const [request] = seen;
    expect(request && readHandedOn(request.headers, new Date())).toMatchObject({
      reason: "version",
      address: "127.0.0.1",
    });
  });

  it("comes from the writer where this machine fails, or says nothing for a third of a second", async () => {
    const failing: RequestListener = (_, response) => void response.writeHead(500).end("broken");
    expect(await (await fetch(await front(failing, named("writer")))).text()).toBe("writer GET");
    expect(await (await fetch(await front(() => {}, named("writer")))).text()).toBe("writer GET");
    expect(await (await fetch(await front(await unusedPort(), named("writer")))).text()).toBe("writer GET");
  });

  it("comes from this machine where the writer is gone, which hears that it is", async () => {
    const seen: IncomingMessage[] = [];
    const unlessPaused: RequestListener = (request, response) =>
      request.headers[WRITER_SILENT_HEADER] ? named("here", seen)(request, response) : asking(request, response);
    const origin = await front(unlessPaused, null);
    expect(await (await fetch(origin)).text()).toBe("here GET");
    expect(seen).toHaveLength(1);
  });
});

describe("a change", () => {
  it("goes to the writer at once, with its body", async () => {
    const seen: IncomingMessage[] = [];
    const origin = await front(named("here", seen), named("writer"));
    expect(await (await post(origin, "words=rain")).text()).toBe("writer POST words=rain");
    expect(seen).toEqual([]);
  });

  it("of more than a megabyte goes on as it comes", async () => {
    const photo = "x".repeat(1024 * 1024 + 1);
    const response = await post(await front(named("here"), named("writer")), photo);
    expect((await response.text()).length).toBe("writer POST ".length + photo.length);
  });

  it("comes back with its words from this machine where the writer is gone, then and afterwards", async () => {
    const origin = await front(named("here"), null);
    expect(await (await post(origin, "words=rain")).text()).toBe("here POST words=rain");
    expect(await (await post(origin, "words=sun")).text()).toBe("here POST words=sun");
  });
});

it("nobody outside can say that the writer is silent, or whose request it is", async () => {
  const seen: IncomingMessage[] = [];
  const origin = await front(named("here", seen), named("writer", seen));
  const lies = { [WRITER_SILENT_HEADER]: "1", [HANDED_ON_HEADER]: "write 203.0.113.7 id 0 signature" };
  await fetch(origin, { headers: lies });
  await post(origin, "", lies);
  for (const { headers } of seen) {
    expect(headers[WRITER_SILENT_HEADER]).toBeUndefined();
    expect(readHandedOn(headers, new Date())?.address).toBe("127.0.0.1");
  }
  expect(seen).toHaveLength(2);
});

it("this machine is ready while a page that no cache holds comes from it", async () => {
  expect((await fetch(`${await front(named("here"), named("writer"))}/ready`)).status).toBe(200);
  expect((await fetch(`${await front(asking, named("writer"))}/ready`)).status).toBe(503);
  expect((await fetch(`${await front(() => {}, named("writer"))}/ready`)).status).toBe(503);
});
