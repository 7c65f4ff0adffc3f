import { describe, expect, it } from "vitest";
import { RequestCounter } from "~/web/request-limit.server";
import { later, NOW } from "../support/people";

const ask = (counter: RequestCounter, times: number, client = "203.0.113.7", at = NOW) =>
  Array.from({ length: times }, () => counter.admit(client, at));

describe("the requests of one client", () => {
  it("are allowed up to the three hundredth in a minute, and again when it is over", () => {
    const counter = new RequestCounter(300);
    expect(ask(counter, 300).every(({ ok }) => ok)).toBe(true);
    expect(counter.admit("203.0.113.7", NOW)).toEqual({ ok: false, retryAfterSeconds: 60 });
    expect(counter.admit("203.0.113.7", later(59))).toEqual({ ok: false, retryAfterSeconds: 1 });
    expect(counter.admit("203.0.113.7", later(59.999))).toEqual({ ok: false, retryAfterSeconds: 1 });
    expect(counter.admit("203.0.113.7", later(60))).toEqual({ ok: true });
    expect(ask(counter, 299, "203.0.113.7", later(60)).every(({ ok }) => ok)).toBe(true);
    expect(counter.admit("203.0.113.7", later(60)).ok).toBe(false);
  });

  it("are nobody else’s", () => {
    const counter = new RequestCounter(2);
    ask(counter, 5);
    expect(ask(counter, 2, "203.0.113.8").every(({ ok }) => ok)).toBe(true);
  });

  it("begin again if the clock was set back", () => {
    const counter = new RequestCounter(2);
    ask(counter, 5);
    expect(counter.admit("203.0.113.7", later(-3600)).ok).toBe(true);
  });

  it("of a hundred thousand clients at once do not fill the memory", () => {
    const counter = new RequestCounter(1);
    for (let client = 0; client < 100_000; client += 1) counter.admit(`client ${client}`, NOW);
    const remembered = Reflect.get(counter, "clients") as Map<string, unknown>;
    expect(remembered.size).toBeLessThanOrEqual(10_000);
    expect(counter.admit("client 99999", NOW).ok).toBe(false);
  });
});
