import { MINUTE_MS } from "~/domain/kernel/time/durations";
import { ageInWords } from "../health/age";
import { PHOTO_LATE_MS } from "../health/health-limits";
import { waitingPhotos } from "../health/waiting-work.server";
import { type Assessment, type Check, DOCTOR_COMMAND, failing, well } from "./check";

/** Whether photos that people sent get their sizes. Meanwhile their owners see them, and no book is made of their year. */
export const PHOTOS: readonly Check[] = [
  {
    readers: { staff: "photos", doctor: "Photos" },
    toDo: "Start the worker. If it runs, its log says why photos aren’t prepared.",
    alarm: {
      kind: "photos_waiting",
      title: "Photos are waiting",
      means: "People’s photos are kept and shown to them, but not prepared. Proofs of their years wait as well.",
      steps: [
        "The System page shows how many wait and since when. On a Sunday evening it may just be many; it goes down then.",
        "Check that the worker is running, and that storage answers. Photos are tried again automatically.",
        "A photo that stopped the worker twice is under “Failed jobs” on the System page. Try it again there.",
      ],
      command: DOCTOR_COMMAND,
    },
    assess: assessPhotos,
  },
];

function assessPhotos(now: Date): Assessment {
  const { found, oldest } = waitingPhotos();
  if (!oldest) return well("None is waiting.");
  const waited = now.getTime() - oldest.getTime();
  const message = `${found} waiting, the oldest for ${ageInWords(waited)}.`;
  if (waited < PHOTO_LATE_MS) return well(message);
  const alarm = `The oldest of ${found} photos has waited for more than ${PHOTO_LATE_MS / MINUTE_MS} minutes.`;
  return { ...failing(message), alarm };
}
