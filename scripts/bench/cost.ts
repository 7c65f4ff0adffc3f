import { type GroupCost, isWithinRule, measureGroups } from "./cost/rule";
import { costTable } from "./cost/table";
import type { Figure } from "./harness/figures";
import { ms } from "./harness/figures";

/**
 * What one input can cost: every parser, form, path and header with the inputs that hurt, in 1, 2, 4 and 8 times a size.
 * A new parser adds its rows to the table (cost/table.ts).
 */

export async function measure(): Promise<Figure[]> {
  return (await measureGroups(await costTable())).flatMap(figuresOf);
}

function figuresOf({ name, rows, slowest, broken }: GroupCost): Figure[] {
  const shown = broken.length > 0 ? broken : [slowest];
  return shown.map((cost) => ({
    what: `${name} (${rows} inputs)${cost.name === name ? "" : `, ${cost.name.slice(name.length + 2)}`}`,
    value: `${cost.ms.map(ms).join(", ")} (× ${cost.growth.toFixed(1)}), ${(cost.mib.at(-1) ?? 0).toFixed(1)} MiB`,
    limit: `< ${cost.most.ms} ms and ${cost.most.mib} MiB, linear`,
    isMet: isWithinRule(cost),
  }));
}
