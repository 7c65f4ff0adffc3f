import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { describe, expect, it } from "vitest";
import { isKnownMethod, MOST_SEGMENTS, NO_HOST, normaliseRequestLine } from "~/web/request-line";
import { addresses } from "../architecture/route-table";

/** What becomes of a request line: its method, its address and its host. */
function normalised(url: string, hosts: readonly string[] = ["loop.example"], method = "GET") {
  const request = new IncomingMessage(new Socket());
  Object.assign(request, { url, method });
  for (const host of hosts) request.headersDistinct.host = [...(request.headersDistinct.host ?? []), host];
  request.headers = hosts[0] === undefined ? {} : { host: hosts[0] };
  normaliseRequestLine(request);
  return { method: request.method, url: request.url, host: request.headers.host };
}

describe("a path", () => {
  it.each([
    ["/about", "/about"],
    ["/about/?from=email&to=%0a", "/about/?from=email&to=%0a"],
    ["*", "/"],
    ["about", "/about"],
    ["//evil.example/about", "/evil.example/about"],
    ["/%", "/%25"],
    ["/years/%e0%a4%a", "/years/%25e0%25a4%25a"],
    ["/about%0a", "/about%EF%BF%BD"],
    ["/about%0D%0A", "/about%EF%BF%BD%EF%BF%BD"],
    ["/about%E2%80%A8", "/about%EF%BF%BD"],
    ["/about%c2%85", "/about%EF%BF%BD"],
    ["/about%250a", "/about%250a"],
    ["/artwork/../about", "/about"],
    ["/artwork/%2e%2e/about", "/about"],
    ["/artwork\\about", "/artwork/about"],
    ["/photos/a%2Fb/large", "/photos/a%2Fb/large"],
    ["/a//b/c/d/e/f/g/h", "/a//b/c/d/e/f/g/h"],
    ["http://loop.example/about?x=1", "/about?x=1"],
  ])("%s is read as %s", (sent, read) => expect(normalised(sent).url).toBe(read));

  it("of as many parts as any of ours is left as it is, and ours have no more", () => {
    const parts = addresses.map(({ path }) => path.split("/").filter(Boolean).length);
    expect(Math.max(...parts)).toBeLessThanOrEqual(MOST_SEGMENTS);
    const deepest = "/a".repeat(MOST_SEGMENTS);
    for (const path of [deepest, `${deepest}/`]) expect(normalised(path).url).toBe(path);
  });

  it.each(["/a", "/a//b", "/a/", "//", "\\a", "/%61"])(
    "of thousands of parts (%s) is cut, and stays deeper than any of ours",
    (part) => {
      const { url = "" } = normalised(`/x${part.repeat(3_000)}/z?q=1`);
      expect(url.length).toBeLessThan(100);
      expect(url).toMatch(/\?q=1$/);
      const parts = url.replace("?q=1", "").split("/").filter(Boolean).length;
      expect(parts === 2 || parts > MOST_SEGMENTS).toBe(true);
    },
  );
});

describe("a host", () => {
  it.each([
    ["loop.example", "loop.example"],
    ["LOOP.Example", "loop.example"],
    ["loop.example.", "loop.example"],
    ["LOOP.example.:3000", "loop.example:3000"],
    ["[::1]:80", "[::1]:80"],
    ["evil.example", "evil.example"],
    ["loop.example..", "loop.example."],
    ["a b", NO_HOST],
  ])("%s is read as %s", (sent, read) => expect(normalised("/", [sent]).host).toBe(read));

  it("of an absolute address counts more than the header", () => {
    expect(normalised("http://evil.example/", ["loop.example"]).host).toBe("evil.example");
    expect(normalised("http://LOOP.example./", ["evil.example"]).host).toBe("loop.example");
  });

  it("that is given twice is none, also when both are ours", () => {
    expect(normalised("/", ["loop.example", "loop.example"]).host).toBe(NO_HOST);
    expect(normalised("http://loop.example/", ["loop.example", "evil.example"]).host).toBe(NO_HOST);
  });
});

it("a method that nothing takes reaches Remix as one that it can read", () => {
  for (const method of ["TRACE", "OPTIONS", "PROPFIND"]) {
    expect(isKnownMethod(method)).toBe(false);
    expect(normalised("/", ["loop.example"], method).method).toBe("PATCH");
  }
  expect(normalised("/", ["loop.example"], "DELETE").method).toBe("DELETE");
});
