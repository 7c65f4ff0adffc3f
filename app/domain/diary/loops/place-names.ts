/**
 * Whether a name is of a place, told by the words before it: one is in Whitby, and drives to it, while people are given
 * things and own them. What cannot be told is somebody.
 */

/** Nobody is called so, or hardly anybody. */
const KNOWN_PLACES = new Set(
  `Aberdeen Africa America Amsterdam Asia Australia Barcelona Belfast Berlin Birmingham Blackpool Brighton Bournemouth Bristol Britain Brussels
  Cambridge Canada Cardiff China Copenhagen Cornwall Coventry Cumbria Denmark Devon Dublin Edinburgh England Essex Europe Filey Finland France Germany
  Ghana Glasgow Greece Iceland India Ireland Inverness Italy Jamaica Japan Kenya Leeds Lisbon Liverpool London Madrid Manchester Margate
  Netherlands Newcastle Nigeria Norfolk Norway Nottingham Oxford Pakistan Plymouth Poland Portugal Rome Scarborough Scotland Sheffield Spain
  Suffolk Sussex Sweden Switzerland Swansea Turkey Wales Whitby York Yorkshire`.split(/\s+/),
);

// Not "at": one shouts at people.
const STAYING = "in|near|around|across|outside|through|into|towards|visit|visited|visiting";
const GOING =
  "back|home|go|goes|going|went|gone|got|came|come|coming|drive|drives|driving|drove|driven|walk|walks|walked|walking|train|bus|trip|trips|flew|flight|fly|move|moved|moving|road|way|travelled|over|up|down";
const BEFORE_A_PLACE = new RegExp(`(?<![\\p{L}'’-])(?:${STAYING}|(?:${GOING}) (?:to|from))(?: the)? ?$`, "iu");
const LONGEST_BEFORE = 24;

/** Whether the words before a name say that it is of a place. */
export function isBeforeAPlace(text: string, at: number): boolean {
  return BEFORE_A_PLACE.test(text.slice(Math.max(0, at - LONGEST_BEFORE), at));
}

/** How often a name was mentioned as that of a place, and of somebody: with a title, or owning something. */
export interface Kinds {
  place: number;
  person: number;
  all: number;
}

/** A third of the mentions is enough, because a sentence often begins with the name or compares it. */
export function isPlace(name: string, { place, person, all }: Kinds): boolean {
  if (KNOWN_PLACES.has(name)) return true;
  return place > person && place * 3 >= all;
}
