import { expect, it } from "vitest";
import { ResponseWindow } from "~/monitoring/response-window";

const minute = (number: number) => new Date(Date.UTC(2026, 10, 22, 12, number, 30));

it("counts the responses of the last five minutes, and which were errors of ours", () => {
  const answers = new ResponseWindow();
  for (const status of [200, 404, 500, 503]) answers.count(status, minute(0));
  answers.count(200, minute(1));
  expect(answers.counts(minute(1))).toEqual({ answers: 5, errors: 2 });
  expect(answers.counts(minute(4))).toEqual({ answers: 5, errors: 2 });
  expect(answers.counts(minute(5))).toEqual({ answers: 1, errors: 0 });
  expect(answers.counts(minute(6))).toEqual({ answers: 0, errors: 0 });
});

it("keeps five minutes and no more, however long it runs", () => {
  const answers = new ResponseWindow();
  for (let number = 0; number < 50; number += 1) answers.count(500, minute(number));
  expect(answers.counts(minute(49))).toEqual({ answers: 5, errors: 5 });
});
