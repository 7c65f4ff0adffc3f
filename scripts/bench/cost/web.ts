import { readJsonObject } from "../../../app/web/json-text";
import { type CostRow, costRow } from "./cost-row";
import { HOSTILE_TEXTS, repeated } from "./hostile-text";

const KIB = 1024;
const JSON_BYTES = 256 * KIB;

const HOSTILE_JSON: Readonly<Record<string, (length: number) => string>> = {
  ...HOSTILE_TEXTS,
  "escapes in a string": (length) => `{"a":"${repeated("\\n", length - 8)}"}`,
  "many names": (length) =>
    `{${Array.from({ length: Math.ceil(length / 10) }, (_, at) => `"${at.toString(36)}":0`).join(",")}}`,
  "one name many times": (length) => `{${repeated('"ab":10,', length - 8)}"ab":10}`,
  "many empty objects": (length) => `{"a":[${repeated("{},", length - (length % 3))}{}]}`,
  "objects in objects": (length) => `${'{"a":'.repeat(length / 6)}0${"}".repeat(length / 6)}`,
  "lists in an object": (length) => `{"a":${"[".repeat(length / 2)}${"]".repeat(length / 2)}}`,
  "a long number": (length) => `{"a":${repeated("9", length)}}`,
};

export async function webRows(): Promise<CostRow[]> {
  return Object.entries(HOSTILE_JSON).map(([shape, text]) =>
    costRow({ name: `JSON of a call: ${shape}`, limit: JSON_BYTES, make: text, run: readJsonObject }),
  );
}
