/** What the benches buy, and the delivery address. */

export const CHOICE = {
  journeyType: "purchase",
  selectedTheme: "family",
  selectedType: "family-adventures",
} as const;

export const ADDRESS = {
  firstName: "Ada",
  lastName: "Okafor",
  line1: "4 Larch Row",
  city: "Leeds",
  postcode: "LS6 2AB",
};
