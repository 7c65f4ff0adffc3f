import { measureHelping } from "./harness/helping-machines";

/** Machines that make photos and books, and are killed. HELPED_PHOTOS=100 and HELPED_BOOKS=4 make a short run. */

export const measure = () => measureHelping();
