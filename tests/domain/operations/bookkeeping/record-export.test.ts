import { expect, it } from "vitest";
import { exportCustomers } from "~/domain/operations/bookkeeping/record-export.server";
import { saveGuest } from "~/domain/people/accounts/guests.server";
import { NOW, person } from "../../../support/people";
import { colleague } from "../../people/staff/colleagues";

it("the customers of some days are those who have an account, without guests and those for trying out", async () => {
  const { id: staffId } = await colleague("super_admin");
  const ada = person("Ada");
  person("Tess", { isTest: true });
  saveGuest(
    { guestId: undefined, basketKey: "guest" },
    { email: "gwen@example.com", firstName: "Gwen", lastName: "" },
    NOW,
  );
  const days = { from: "2026-11-20", until: "2026-11-20" };
  expect(exportCustomers(days, staffId, NOW).map(({ id }) => id)).toEqual([ada.id]);
});
