import { formatFigureOf } from "~/domain/kernel/text/numbers";
import { reasonForm } from "~/domain/people/staff/forms";
import { describeAlarm } from "~/domain/system/checks/checks.server";
import { openAlarm, resolveAlarmAsStaff } from "~/domain/system/status/admin-alarms.server";
import { reason } from "~/hyperloop/act-fields";
import { actOnSelected, type StaffAct } from "~/hyperloop/declared-acts.server";
import { PATHS } from "~/hyperloop/paths";

/** What staff do with the selected alarms. */
export const ALARM_ACTS: Readonly<Record<string, StaffAct>> = {
  "/hyperloop/alarms/ticked/resolve": actOnSelected("alarms.resolve", {
    tab: "Resolve these alarms",
    schema: reasonForm,
    find: (id) => {
      const alarm = openAlarm(id);
      return alarm ? { name: `${describeAlarm(alarm.kind).title}: ${alarm.message}`, problem: null } : null;
    },
    title: "Resolve these alarms?",
    back: { label: "Alarms", href: PATHS.alarms },
    lead: "We’ll resolve these",
    button: (count) => `Resolve ${formatFigureOf(count, "alarm", "alarms")}`,
    says: ["If it happens again, the alarm opens again."],
    fields: () => [reason()],
    run: (alarmId, { reason }, { staff, now }) => resolveAlarmAsStaff({ alarmId, reason }, staff.staffId, now),
    one: "alarm",
    many: "alarms",
    done: "resolved",
    refused: () => "It’s already closed.",
  }),
};
