import { expect, it } from "vitest";
import { asOnShipment, hashAddress } from "~/domain/operations/printing/shipment-contents.server";
import { anAddress } from "../../../support/addresses";

it("the hash of an address stays the same, for it is stored with every ticket that the printer has", () => {
  expect(hashAddress(asOnShipment(anAddress()))).toBe("pHSLu9wB9UJySxVL");
  expect(hashAddress(asOnShipment(anAddress({ line2: "Flat 3" })))).not.toBe("pHSLu9wB9UJySxVL");
});
