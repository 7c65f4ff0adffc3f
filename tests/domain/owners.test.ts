import "../support/payment-sandbox";
import { inspect } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
import { backoffice } from "./owners/backoffice";
import { diary } from "./owners/diary";
import { functionsWithAnOwner } from "./owners/functions";
import { completeOwner, newcomer, type Owner } from "./owners/owner";
import { people } from "./owners/people";
import { printing } from "./owners/printing";
import { privacy } from "./owners/privacy";
import { everyRow, signsIn, undone, without } from "./owners/rows";
import { shop } from "./owners/shop";
import type { Row, Table } from "./owners/table";
import { years } from "./owners/years";

/**
 * Every function that takes an owner is asked by two people with everything that a person can have, and by a third with
 * an account alone: nobody finds or changes what belongs to another.
 */

const TABLES: readonly Table[] = [backoffice, diary, people, printing, privacy, shop, years];

const rows = TABLES.flatMap((table) =>
  Object.entries(table).flatMap(([module, found]) =>
    Object.entries(found).map(([name, row]) => ({ id: `${module}#${name}`, row })),
  ),
);
type Kind<Name extends string> = Extract<Row, { kind: Name }>;
const ofKind = <Name extends "reads" | "changes">(kind: Name) =>
  rows.flatMap(({ id, row }) =>
    typeof row !== "string" && row.kind === kind ? [{ name: id, ...(row as Kind<Name>) }] : [],
  );
const reading = ofKind("reads");
const changing = ofKind("changes");

let noor: Owner;
let first: Owner;
let second: Owner;
let signsOfFirst: readonly string[];
const nothing = new Map<string, string>();

/** What a call returns or refuses, whole, as text. */
async function answerTo(call: Kind<"reads">["call"], who: Owner, of: Owner): Promise<string> {
  const answer = await Promise.resolve()
    .then(() => call(who, of))
    .catch((error: unknown) => `failed: ${String(error)}`);
  return inspect(answer, { depth: null, maxArrayLength: null, maxStringLength: null, breakLength: 120 });
}

const signsFound = (signs: readonly string[], text: string) => signs.filter((sign) => text.includes(sign));

/** The rows of theirs that come and go by an act. */
async function changesTo(signs: readonly string[], act: () => unknown): Promise<{ rows: string[]; answer: unknown }> {
  const before = everyRow();
  const answer = await Promise.resolve()
    .then(act)
    .catch((error: unknown) => error);
  const after = everyRow();
  const changed = [...without(before, after), ...without(after, before)];
  return { rows: changed.filter((row) => signsFound(signs, row).length > 0), answer };
}

beforeAll(async () => {
  noor = newcomer();
  for (const { name, call } of reading) nothing.set(name, await answerTo(call, noor, noor));
  const before = everyRow();
  first = await completeOwner();
  const rowsOfFirst = without(everyRow(), before);
  second = await completeOwner();
  signsOfFirst = without(signsIn(rowsOfFirst), signsIn(without(everyRow(), rowsOfFirst)));
});

describe("the tables", () => {
  it("have every function that takes an owner", () => {
    const functions = functionsWithAnOwner();
    expect(functions.length).toBeGreaterThan(150);
    const listed = new Set(rows.map(({ id }) => id));
    expect(functions.filter((id) => !listed.has(id))).toEqual([]);
    const excepted = rows.filter(({ row }) => typeof row === "string").map(({ id }) => id);
    expect(excepted.filter((id) => !functions.includes(id))).toEqual([]);
  });
});

describe("reading:", () => {
  it.each(reading)("$name finds for each person what is theirs alone", async ({ name, call }) => {
    const own = await answerTo(call, first, first);
    expect(own, "the owner finds something").not.toBe(nothing.get(name));
    expect(own).not.toMatch(/^failed: /);
    expect(await answerTo(call, noor, first), "somebody with nothing").toBe(nothing.get(name));
    const others = [noor.accountId, noor.email];
    expect(signsFound(others, own), "of somebody with nothing").toEqual([]);
    const answer = await answerTo(call, second, first);
    expect(signsFound([...signsOfFirst, ...others], answer), "somebody with as much").toEqual([]);
  });
});

describe("changing:", () => {
  it.each(changing)("$name changes what is one’s own alone", async ({ call, given }) => {
    await undone(async () => {
      await given(first);
      await given(second);
      for (const who of [noor, second]) {
        const { rows } = await changesTo(signsOfFirst, () => call(who, first));
        expect(rows, "changed by another").toEqual([]);
      }
      if (call.length === 2) {
        const refusal = await answerTo(call, noor, noor);
        expect(await answerTo(call, noor, first), "as if there were no such thing").toBe(refusal);
      }
      const { rows, answer } = await changesTo(signsOfFirst, () => call(first, first));
      expect(rows, inspect(answer)).not.toEqual([]);
    });
  });
});
