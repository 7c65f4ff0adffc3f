// Stryker reads no settings in TypeScript.
export { default } from "./tests/mutation.stryker.config.ts";
