/** The week mask in picture addresses. */
export { maskToWeeks, weeksToMask } from "~/domain/diary/catalogue/stitch-mask";
