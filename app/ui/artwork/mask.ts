/** The mask in picture addresses, for whoever draws. */
export { maskToWeeks, weeksToMask } from "~/domain/catalogue/stitch-mask";
