import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The orders of the printer sandbox, kept in one file of JSON, written whole. */

export interface SandboxOrder {
  id: string;
  idempotencyKey: string | null;
  merchantReference: string | null;
  webhookUrl: string | null;
  /** `on_hold`: paused, so that only its id is sent. `unpaid`: waits until its payment is authorised. */
  stage: "on_hold" | "taken" | "unpaid" | "in_production" | "sent" | "cancelled" | "failed";
  tracking: string | null;
  items: readonly { sku: string; copies: number; pages: number; files: readonly string[] }[];
  /** As it was sent. */
  recipient: unknown;
}

export interface Orders {
  all(): readonly SandboxOrder[];
  find(id: string): SandboxOrder | undefined;
  add(order: Omit<SandboxOrder, "id" | "tracking">): SandboxOrder;
  change(id: string, to: Partial<SandboxOrder>): void;
}

export function openOrders(folder: string | undefined): Orders {
  const file = folder === undefined ? null : join(folder, "printer-sandbox.json");
  const stored: SandboxOrder[] = file && existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : [];
  const save = () => {
    if (file === null) return;
    writeFileSync(`${file}.part`, JSON.stringify(stored), { mode: 0o600 });
    renameSync(`${file}.part`, file);
  };
  return {
    all: () => stored,
    find: (id) => stored.find((order) => order.id === id),
    add(order) {
      const id = `ord_${randomBytes(5).toString("hex")}`;
      const made: SandboxOrder = { ...order, id, tracking: null };
      stored.push(made);
      save();
      return made;
    },
    change(id, to) {
      const order = stored.find((one) => one.id === id);
      if (order) Object.assign(order, to);
      save();
    },
  };
}
