import { type DeliveryAddress, deliveryAddressIn } from "~/domain/people/addresses/forms";

/** A delivery address, with what a test says of it; optional lines are empty. */
export const anAddress = (given: Partial<DeliveryAddress> = {}): DeliveryAddress =>
  deliveryAddressIn({
    ...{ firstName: "Margaret", lastName: "Okafor" },
    ...{ line1: "4 Harbour Row", city: "Whitby", postcode: "YO21 3PU" },
    ...given,
  });
