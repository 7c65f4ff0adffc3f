import { formatPostcode } from "~/domain/kernel/text/postcodes";

interface WrittenAddress {
  readonly name: string;
  readonly lines: readonly string[];
  readonly city: string;
  readonly county: string;
  readonly postcode: string;
}

/** A delivery address in one line. */
export function formatAddress({ name, lines, city, county, postcode }: WrittenAddress): string {
  return [name, ...lines, city, county, formatPostcode(postcode)].filter((part) => part !== "").join(", ");
}

interface GiftGoesToProps {
  /** Null until somebody redeems it. */
  readonly gift: { readonly address: WrittenAddress | null; readonly shipmentId: string | null } | null;
  /** Whether the viewer may see the shipment too. */
  readonly seesShipments: boolean;
}

/** For staff: the delivery address of a gift's book, with a link to its shipment. */
export function GiftGoesTo({ gift, seesShipments }: GiftGoesToProps) {
  if (!gift) return "Not known until it’s redeemed";
  return (
    <>
      {gift.address ? formatAddress(gift.address) : "No address yet: the owner hasn’t saved one"}
      {gift.shipmentId && seesShipments && (
        <>
          {" "}
          <a href={`/hyperloop/print-queue/${gift.shipmentId}`}>See the parcel</a>
        </>
      )}
    </>
  );
}
