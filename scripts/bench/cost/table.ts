import type { CostRow } from "./cost-row";
import { formRows } from "./forms";
import { photoRows } from "./photos";
import { textRows } from "./text";
import { webRows } from "./web";

/** Every row that is measured. A new parser adds its rows here. */
export async function costTable(): Promise<CostRow[]> {
  return [...(await webRows()), ...(await formRows()), ...photoRows(), ...textRows()];
}
