import { SERVICE_SILENT_MS } from "../health/health-limits";
import { type Check, check, DOCTOR_COMMAND } from "./check";
import { assessService } from "./service.server";

export const STORAGE: readonly Check[] = [
  check({
    readers: { ready: "storage" },
    alarms: {
      storage_unreachable: {
        title: "The file storage isn’t answering",
        means: "Photos can’t be added or shown, and books wait. Words are saved as usual.",
        steps: [
          "Check the storage provider’s status page.",
          "Run the doctor. It tries every kind of access and says which one fails.",
          "If the key is refused, it was revoked or has expired. Make a new one, set it and restart.",
        ],
        command: DOCTOR_COMMAND,
        ends: "itself",
      },
    },
    assess: (now) => assessService("storage", { kind: "storage_unreachable", silentMs: SERVICE_SILENT_MS, now }),
  }),
];
