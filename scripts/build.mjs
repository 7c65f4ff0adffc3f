import { ensureBuilt, ensureInstalled, requireNode } from "./steps.mjs";

requireNode();
ensureInstalled();
ensureBuilt();
