interface WrittenAddress {
  readonly name: string;
  readonly lines: readonly string[];
  readonly city: string;
  readonly county: string;
  readonly postcode: string;
}

/** Where a parcel goes, in one line. */
export function sayAddress({ name, lines, city, county, postcode }: WrittenAddress): string {
  return [name, ...lines, city, county, postcode].filter((part) => part !== "").join(", ");
}

interface GiftGoesToProps {
  /** Null while nobody has redeemed it. */
  readonly gift: { readonly address: WrittenAddress | null; readonly parcelId: string | null } | null;
  /** Whether whoever looks may see the parcel too. */
  readonly seesParcels: boolean;
}

/** Where the book of a gift will go, with the way to its parcel, for staff. */
export function GiftGoesTo({ gift, seesParcels }: GiftGoesToProps) {
  if (!gift) return "Not known until it’s redeemed";
  return (
    <>
      {gift.address ? sayAddress(gift.address) : "No address yet: its owner hasn’t saved one"}
      {gift.parcelId && seesParcels && (
        <>
          {" "}
          <a href={`/hyperloop/print-queue/${gift.parcelId}`}>See the parcel</a>
        </>
      )}
    </>
  );
}
