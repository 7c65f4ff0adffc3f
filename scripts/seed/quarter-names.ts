/** Fictional names and places for the people of a quarter. */

export const FIRST_NAMES = [
  ...["Amara", "Bethan", "Callan", "Dilys", "Ewan", "Farida", "Gwen", "Hamish", "Isla", "Jasper", "Kirsty"],
  ...["Lowri", "Malik", "Niamh", "Oscar", "Priya", "Quentin", "Rhona", "Seren", "Tariq", "Una", "Vikram"],
  ...["Wilf", "Xanthe", "Yusuf", "Zadie"],
] as const;

export const LAST_NAMES = [
  ...["Adeyemi", "Birch", "Cartwright", "Davies", "Ellison", "Fairweather", "Grewal", "Hollins", "Iqbal"],
  ...["Jessop", "Kendrick", "Lovell", "Mistry", "Nuttall", "Osei", "Pritchard", "Quayle", "Rowntree"],
  ...["Sharma", "Thistlethwaite", "Underhill", "Vaughan", "Whitfield", "Yates"],
] as const;

export const PLACES = [
  { line1: "3 Quarry Bank", city: "Matlock", postcode: "DE4 3AB" },
  { line1: "Flat 2, 41 Harbour Street", city: "Whitstable", postcode: "CT5 1AH" },
  { line1: "18 Clifton Vale", city: "Bristol", postcode: "BS8 4PT" },
  { line1: "The Smithy", city: "Crickhowell", postcode: "NP8 1BW" },
  { line1: "7 Marchmont Road", city: "Edinburgh", postcode: "EH9 1HY" },
  { line1: "22 Cathedral Close", city: "Norwich", postcode: "NR1 4DZ" },
  { line1: "5 Strand Road", city: "Portstewart", postcode: "BT55 7LU" },
] as const;
