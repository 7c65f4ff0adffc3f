import { ensureBuilt, ensureInstalled } from "./steps.ts";

ensureInstalled();
ensureBuilt();
