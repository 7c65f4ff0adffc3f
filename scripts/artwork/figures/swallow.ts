import type { Embroidery, Placement } from "../embroidery";
import { frenchKnot } from "../stitches/knot";
import { stemStitch } from "../stitches/lines";
import { satin } from "../stitches/satin";
import { column, tube } from "../stitches/tube";
import { threads } from "../threads";

/** A swallow in flight towards the right; mirror the placement to send it left. About 100 units long. */
export function swallow(work: Embroidery, placement: Placement): void {
  const { woad, linen, coral, gall } = threads;
  work.placed(placement, () => {
    column(work, "M-2 -2C-14 -18 -30 -26 -46 -27", "M8 4C-6 -6 -22 -14 -46 -27", {
      thread: woad,
      gap: 2,
      shade: (along) => 0.6 - 0.4 * along,
    });
    column(work, "M4 -4C2 -22 10 -38 22 -46", "M14 0C12 -16 14 -32 22 -46", {
      thread: woad,
      gap: 2,
      shade: (along) => 0.75 - 0.4 * along,
    });
    satin(work, "M28 0C22 -8 8 -8 -4 -2C-14 4 -22 8 -28 8C-14 14 8 14 20 8Q26 5 28 0Z", {
      thread: woad,
      angle: 12,
      gap: 2,
      shade: ({ v }) => (v > 0.55 ? 0.95 : 0.45),
    });
    satin(work, "M22 5C14 12 0 14 -10 12C0 8 10 7 22 5Z", {
      thread: linen,
      angle: 8,
      gap: 2,
      shade: () => 0.75,
      outline: false,
    });
    stemStitch(work, "M-24 8Q-38 8 -52 2", { thread: woad, width: 2.2, outline: true });
    stemStitch(work, "M-24 9Q-38 16 -50 20", { thread: woad, width: 2.2, outline: true });
    tube(work, "M24 3L17 6", 4, { thread: coral, gap: 1.6, outline: false });
    frenchKnot(work, [20, -1], 1.5, gall, 0.1);
  });
}
