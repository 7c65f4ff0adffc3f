import { readBounceMessage } from "~/adapters/mail-reports/report-message.server";
import { type CostRow, costRow } from "./cost-row";
import { HOSTILE_TEXTS, repeated } from "./hostile-text";

/** What anybody may write to the mailbox that emails come back to. */

const REPORT = "Content-Type: multipart/report; boundary=b\n\n--b\nContent-Type: message/delivery-status\n\n";

const SHAPES: typeof HOSTILE_TEXTS = {
  ...HOSTILE_TEXTS,
  addresses: (length) => repeated("a@b.c\n", length),
  "points before no address": (length) => repeated("a.", length),
  fields: (length) => repeated("Action: failed\n", length),
  "groups of fields": (length) => repeated("Action: failed\n\n", length),
  "folded lines": (length) => repeated("a:\n b\n", length),
  "parts without an end": (length) => repeated("--b\nContent-Type: message/rfc822\n\n", length),
};

const NOW = new Date("2026-11-27T12:00:00Z");
const LONGEST = 128 * 1024;

export const mailRows = (): CostRow[] =>
  Object.entries(SHAPES).map(([shape, make]) =>
    costRow({
      name: `a message of the bounce mailbox: ${shape}`,
      limit: LONGEST,
      make: (size) => Buffer.from(`${REPORT}${make(size)}`),
      run: (raw) => readBounceMessage(raw, NOW),
    }),
  );
