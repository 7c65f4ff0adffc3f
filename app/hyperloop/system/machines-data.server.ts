import { capitalise } from "~/domain/kernel/text/numbers";
import { SECOND_MS } from "~/domain/kernel/time/durations";
import { formatMoment } from "~/domain/kernel/time/format-days";
import { TASK_NAMES } from "~/domain/system/machines/machine-tasks";
import { isAway, listMachines } from "~/domain/system/machines/machines.server";

/** The machines beside the writer in words; one that was revoked is not among them. */
export function describeMachines(now: Date) {
  return listMachines()
    .filter(({ revokedAt }) => revokedAt === null)
    .map((machine) => ({
      id: machine.id,
      name: machine.name,
      tasks: capitalise(machine.tasks.map((task) => TASK_NAMES[task]).join(", ")),
      state: machine.seenAt === null ? "never" : isAway(machine, now) ? "away" : "there",
      seen: machine.seenAt && formatMoment(machine.seenAt),
      behind: machine.lagMs === null ? null : `${(machine.lagMs / SECOND_MS).toFixed(1)} s`,
      hasNewToken: machine.nextTokenHash !== null,
    }));
}
