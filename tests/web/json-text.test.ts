import { expect, it } from "vitest";
import { readJsonObject } from "~/web/json-text";

it.each([
  ["", {}],
  ['{"a":1}', { a: 1 }],
  [' { "a" : { "b" : [ 1 , "x" ] } , "c" : [ ] } ', { a: { b: [1, "x"] }, c: [] }],
  ['{"a":"\\"b\\":1,{[","b":2}', { a: '"b":1,{[', b: 2 }],
  ['{"a":"\\\\","b":"\\u0022"}', { a: "\\", b: '"' }],
  ['{"a":[{"b":1},{"b":2}],"b":3}', { a: [{ b: 1 }, { b: 2 }], b: 3 }],
  ['{"":0}', { "": 0 }],
])("the call %s is read as it was meant", (text, value) => {
  expect({ ...readJsonObject(text) }).toEqual(value);
});

it.each(["[]", "1", "null", '"a"', "{", '{"a"}', "{a:1}", '{"a":1,}', '{"a":', '{"a":"', '"\\'])(
  "%s is no object",
  (text) => expect(readJsonObject(text)).toBeUndefined(),
);

it.each([
  '{"a":1,"a":1}',
  '{"a":1,"\\u0061":2}',
  '{"a":{"b":1,"b":2}}',
  '{"a":[{"b":1,"c":2,"b":3}]}',
  '{"a":{"b":1},"c":[],"a":2}',
])("a name that comes twice is refused: %s", (text) => {
  expect(readJsonObject(text)).toBeUndefined();
});

it("a name may come again on another level, and be any word", () => {
  const body = readJsonObject('{"a":{"a":{"a":[{"a":1}]}},"__proto__":{"x":1},"constructor":2}');
  expect(Object.keys(body ?? {})).toEqual(["a", "__proto__", "constructor"]);
  expect(Object.getPrototypeOf(body)).toBeNull();
});

it("eight levels are read and nine are refused", () => {
  const nested = (levels: number) => `{"a":${"[".repeat(levels - 1)}${"]".repeat(levels - 1)}}`;
  expect(readJsonObject(nested(8))).toBeDefined();
  expect(readJsonObject(nested(9))).toBeUndefined();
});

it.each(["[", '{"a":', '{"a":[', '"', '{"a":"\\"'])(
  "as many %s as fit into a call are refused without an error",
  (text) => expect(readJsonObject(text.repeat(256_000 / text.length))).toBeUndefined(),
);

it("a list of lists as deep as a call can be long is refused without an error", () => {
  expect(readJsonObject(`{"a":${"[".repeat(128_000)}${"]".repeat(128_000)}}`)).toBeUndefined();
});
