import { expect, it } from "vitest";
import { rawConnection } from "#db/client.server";
import type { Replica } from "~/adapters/backups/contract";
import { backupStatus } from "~/domain/system/backups/backup-status.server";
import { holdDrill } from "~/domain/system/backups/drill.server";
import { later, NOW } from "../../../support/people";

it("a drill restores what the bucket got after its own row, which is the second object after it", async () => {
  const objects = [
    { key: "of its own second", at: later(1) },
    { key: "first", at: later(2) },
    { key: "second", at: later(3) },
  ];
  let asked = 0;
  const replica: Replica = {
    async newest() {
      asked += 1;
      return objects[asked - 1] ?? null;
    },
    bytes: async () => null,
    async restore(toFile) {
      rawConnection().prepare("VACUUM INTO ?").run(toFile);
      return true;
    },
    version: async () => "",
  };
  expect(await holdDrill(replica, NOW)).toMatchObject({ ok: true, problems: [] });
  expect(asked).toBe(3);
  expect(backupStatus().drill).toMatchObject({ at: NOW, ok: true, okAt: NOW, failure: null });
});
