import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, describe, expect, it, vi } from "vitest";
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

async function front(
  here: RequestListener | number,
  writer: RequestListener | null,
  flyReplay: string | null = null,
): Promise<string> {
  const port = typeof here === "number" ? here : await serve(here);
  const writerPort = writer ? await serve(writer) : await unusedPort();
  const opened = openFront({ port, writerOrigin: `http://127.0.0.1:${writerPort}`, flyReplay });
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

const MEGABYTE = 1024 * 1024;

/** A change of this length, of which nothing is sent yet. */
function sending(origin: string, length: number) {
  const headers = { "Content-Length": String(length) };
  return request(origin, { method: "POST", headers, agent: false });
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
    const began = performance.now();
    expect(await (await fetch(await front(() => {}, named("writer")))).text()).toBe("writer GET");
    expect(performance.now() - began).toBeLessThan(2_000);
    expect(await (await fetch(await front(await unusedPort(), named("writer")))).text()).toBe("writer GET");
  });

  it("is not asked of this machine for a while, once it was late three times in a row", async () => {
    const seen: IncomingMessage[] = [];
    const origin = await front((request) => void seen.push(request), named("writer"));
    for (let count = 0; count < 3; count += 1) await (await fetch(origin)).text();
    expect(seen).toHaveLength(3);
    const began = performance.now();
    expect(await (await fetch(origin)).text()).toBe("writer GET");
    expect(performance.now() - began).toBeLessThan(300);
    expect(seen).toHaveLength(3);
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

describe("anybody who asks", () => {
  it("is told the id, and counted under the address, that both machines are told", async () => {
    const seen: IncomingMessage[] = [];
    const asks = (request: IncomingMessage) => readHandedOn(request.headers, new Date());
    const origin = await front(
      (one, response) => {
        seen.push(one);
        asking(one, response);
      },
      named("writer", seen),
    );
    await fetch(origin);
    const [here, writer] = seen.map(asks);
    expect(here).toMatchObject({ address: "127.0.0.1", requestId: expect.stringMatching(/^[\w-]{12}$/) });
    expect(writer).toMatchObject({ address: "127.0.0.1", requestId: here?.requestId });
    await fetch(origin);
    expect(asks(seen[3] as IncomingMessage)?.requestId).not.toBe(here?.requestId);
  });

  it("gets the headers of a page alone, from either machine", async () => {
    const sized: RequestListener = (request, response) => {
      response.setHeader("Content-Length", "9");
      response.end(request.method === "HEAD" ? undefined : "nine of it");
    };
    for (const [here, writer] of [
      [sized, named("writer")],
      [asking, sized],
    ] as const) {
      const response = await fetch(await front(here, writer), { method: "HEAD" });
      expect(response.headers.get("content-length")).toBe("9");
      expect(await response.text()).toBe("");
    }
  });

  it("gets the beginning of a long download before its end is made, from either machine", async () => {
    let finish = () => {};
    const slow: RequestListener = (_, response) => {
      response.write("beginning ");
      finish = () => void response.end("end");
    };
    for (const [here, writer] of [
      [slow, named("writer")],
      [asking, slow],
    ] as const) {
      const { body } = await fetch(await front(here, writer));
      const reader = body?.getReader();
      expect(String(Buffer.from((await reader?.read())?.value ?? []))).toBe("beginning ");
      finish();
      expect(String(Buffer.from((await reader?.read())?.value ?? []))).toBe("end");
    }
  });

  it("ends what was asked for by leaving in the middle of it, at either machine", async () => {
    for (const isHere of [true, false]) {
      let left: Promise<unknown> | undefined;
      const endless: RequestListener = (_, response) => {
        left = once(response, "close");
        response.write("beginning");
      };
      const leaving = new AbortController();
      const origin = await (isHere ? front(endless, named("writer")) : front(asking, endless));
      const { body } = await fetch(origin, { signal: leaving.signal });
      await body?.getReader().read();
      leaving.abort();
      await left;
    }
  });

  it("ends what was asked for by leaving before anything is said, whether the writer is there or not", async () => {
    for (const isThere of [true, false]) {
      const seen: IncomingMessage[] = [];
      let [hasCome, hasLeft] = [false, false];
      const silent: RequestListener = (request, response) => {
        if (!isThere && !request.headers[WRITER_SILENT_HEADER]) return asking(request, response);
        hasCome = true;
        response.once("close", () => {
          hasLeft = true;
        });
      };
      const origin = await front(silent, isThere ? named("writer", seen) : null);
      const leaving = new AbortController();
      const asked = fetch(origin, { signal: leaving.signal }).catch((error: Error) => error.name);
      await expect.poll(() => hasCome, { interval: 10 }).toBe(true);
      leaving.abort();
      expect(await asked).toBe("AbortError");
      await expect.poll(() => hasLeft).toBe(true);
      expect(seen).toEqual([]);
    }
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

  it("of more than a megabyte is with the writer while the rest is still being sent", async () => {
    let arrived = 0;
    const counting: RequestListener = (request, response) => {
      request.on("data", (piece: Buffer) => {
        arrived += piece.length;
      });
      request.once("end", () => response.end(String(arrived)));
    };
    const going = sending(await front(named("here"), counting), 3 * MEGABYTE);
    going.write(Buffer.alloc(MEGABYTE));
    await expect.poll(() => arrived).toBe(MEGABYTE);
    going.end(Buffer.alloc(2 * MEGABYTE));
    const [response] = await once(going, "response");
    expect(await text(response)).toBe(String(3 * MEGABYTE));
  });

  it("whose sender leaves in the middle is broken off at the writer too", async () => {
    let [hasCome, isBroken] = [false, false];
    const waiting: RequestListener = (request) => {
      hasCome = true;
      request.resume().on("error", () => {});
      request.once("close", () => {
        isBroken = !request.complete;
      });
    };
    const going = sending(await front(named("here"), waiting), 3 * MEGABYTE);
    going.on("error", () => {});
    going.write(Buffer.alloc(MEGABYTE));
    await expect.poll(() => hasCome).toBe(true);
    going.destroy();
    await expect.poll(() => isBroken).toBe(true);
  });

  it("comes back, as one that may be saved, where the writer falls silent in the middle of it", async () => {
    const seen: IncomingMessage[] = [];
    const hanging: RequestListener = (request, response) => {
      // From the change on it says nothing, as a machine that has stopped.
      if (request.method === "POST") isHung = true;
      else if (!isHung) response.end("ok");
    };
    let isHung = false;
    const origin = await front(named("here", seen), hanging);
    expect(await (await post(origin, "words=rain")).text()).toBe("here POST words=rain");
    expect(seen[0]?.headers[WRITER_SILENT_HEADER]).toBe("perhaps");
    expect(await (await post(origin, "words=sun")).text()).toBe("here POST words=sun");
    expect(seen[1]?.headers[WRITER_SILENT_HEADER]).toBe("yes");
  });

  it("of which nothing arrived comes back as one that is not saved", async () => {
    const seen: IncomingMessage[] = [];
    await post(await front(named("here", seen), null), "words=rain");
    expect(seen[0]?.headers[WRITER_SILENT_HEADER]).toBe("yes");
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

describe("on Fly", () => {
  const replayed = async (origin: string, more: RequestInit = {}) => {
    const response = await fetch(origin, { redirect: "manual", ...more });
    return { status: response.status, replay: response.headers.get("fly-replay"), text: await response.text() };
  };
  const handedOnBy = (replay: string | null) =>
    readHandedOn({ "fly-replay-src": `instance=a1;region=lhr;t=1;${replay?.split(";")[1]}` }, new Date());

  it("the proxy is told to take a page, or a short form, to the writer, and brings why and whose it is", async () => {
    const seen: IncomingMessage[] = [];
    const origin = await front(asking, named("writer", seen), "app=loop");
    const page = await replayed(origin);
    expect(page.replay).toMatch(/^app=loop;state=[\w-]+;timeout=5s;fallback=force_self$/);
    expect(page).toMatchObject({ status: 409, text: "" });
    expect(handedOnBy(page.replay)).toMatchObject({ reason: "version", address: "127.0.0.1" });
    const form = await replayed(origin, { method: "POST", body: "x".repeat(900_000) });
    expect(handedOnBy(form.replay)).toMatchObject({ reason: "change", address: "127.0.0.1" });
    expect(seen).toEqual([]);
  });

  it("what this machine answers is not taken there", async () => {
    expect(await replayed(await front(named("here"), named("writer"), "app=loop"))).toEqual({
      status: 200,
      replay: null,
      text: "here GET",
    });
  });

  it("a longer one goes there through this machine, and so does what the proxy brings back", async () => {
    const origin = await front(asking, named("writer"), "instance=a1b2");
    const form = await replayed(origin, { method: "POST", body: "x".repeat(900_001) });
    expect(form).toMatchObject({ status: 200, replay: null, text: expect.stringMatching(/^writer POST x/) });
    const back = await replayed(origin, { headers: { "fly-replay-failed": "instance=a1b2" } });
    expect(back).toMatchObject({ status: 200, replay: null, text: "writer GET" });
  });

  it("a state that somebody has made up counts for nothing", async () => {
    const state = Buffer.from(`write 203.0.113.7 abcdefgh1234 ${Date.now()} AAAA`).toString("base64url");
    expect(readHandedOn({ "fly-replay-src": `state=${state}` }, new Date())).toBeUndefined();
  });
});

it("says once a minute how many requests were answered here, and why the others were not", async () => {
  vi.useFakeTimers({ toFake: ["setInterval"] });
  const said = vi.spyOn(console, "log").mockReturnValue();
  try {
    const origin = await front((one, response) => {
      if (one.url === "/") return named("here")(one, response);
      return asking(one, response);
    }, named("writer"));
    for (const path of ["/", "/", "/week"]) await (await fetch(origin + path)).text();
    await (await post(origin, "words=rain")).text();
    vi.advanceTimersByTime(60_000);
    const [line] = said.mock.calls.flat().filter((text) => String(text).includes('"answered"'));
    expect(JSON.parse(String(line))).toMatchObject({ here: 2, version: 1, change: 1 });
  } finally {
    vi.useRealTimers();
    said.mockRestore();
  }
});
