/** The week mask in picture addresses. */
export { maskToWeeks, weeksToMask } from "~/domain/catalogue/stitch-mask";
