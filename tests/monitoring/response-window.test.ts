import { expect, it } from "vitest";
import { ResponseWindow } from "~/monitoring/response-window";

const minute = (number: number) => new Date(Date.UTC(2026, 10, 22, 12, number, 30));

it("counts the responses of the last five minutes, and which were errors of ours", () => {
  const responses = new ResponseWindow();
  for (const status of [200, 404, 500, 503]) responses.count(status, minute(0));
  responses.count(200, minute(1));
  expect(responses.counts(minute(1))).toEqual({ responses: 5, errors: 2 });
  expect(responses.counts(minute(4))).toEqual({ responses: 5, errors: 2 });
  expect(responses.counts(minute(5))).toEqual({ responses: 1, errors: 0 });
  expect(responses.counts(minute(6))).toEqual({ responses: 0, errors: 0 });
});

it("keeps five minutes and no more, however long it runs", () => {
  const responses = new ResponseWindow();
  for (let number = 0; number < 50; number += 1) responses.count(500, minute(number));
  expect(responses.counts(minute(49))).toEqual({ responses: 5, errors: 5 });
});
