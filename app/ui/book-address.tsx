interface WrittenAddress {
  readonly name: string;
  readonly lines: readonly string[];
  readonly city: string;
  readonly county: string;
  readonly postcode: string;
}

/** Where a shipment goes, in one line. */
export function sayAddress({ name, lines, city, county, postcode }: WrittenAddress): string {
  return [name, ...lines, city, county, postcode].filter((part) => part !== "").join(", ");
}

interface GiftGoesToProps {
  /** Null while nobody has redeemed it. */
  readonly gift: { readonly address: WrittenAddress | null; readonly shipmentId: string | null } | null;
  /** Whether whoever looks may see the shipment too. */
  readonly seesShipments: boolean;
}

/** Where the book of a gift will go, with the way to its shipment, for staff. */
export function GiftGoesTo({ gift, seesShipments }: GiftGoesToProps) {
  if (!gift) return "Not known until it’s redeemed";
  return (
    <>
      {gift.address ? sayAddress(gift.address) : "No address yet: its owner hasn’t saved one"}
      {gift.shipmentId && seesShipments && (
        <>
          {" "}
          <a href={`/hyperloop/print-queue/${gift.shipmentId}`}>See the shipment</a>
        </>
      )}
    </>
  );
}
