import type { WrittenWeek } from "./written-week";

/** Rosie and Tom, weeks 1 to 13: the damp patch, and the plans for a wedding. */
export const firstQuarter: readonly WrittenWeek[] = [
  {
    week: 1,
    prompt: "What do you want to remember about how this week felt?",
    highlight: "Tom carried the mattress upstairs on his head and called it training.",
    gratitude: "The people before us, who left a bulb in every socket and a note about the boiler.",
    content:
      "Like the first week of term: new stationery, and no idea where the toilets are. We’ve had the keys nine days. All we own is in the front room under a sheet, as if it had died, and we eat our tea in the gap. Tom keeps knocking on walls and saying “stud”. I keep opening the airing cupboard to look at it. The date is booked, the chapel is booked, and a man called Roger has been given a deposit for a tent. None of that felt real. What did was Thursday, when it rained, and I heard it on the roof and thought: that’s our roof. Then I thought: it’s getting in.",
    photos: ["table-1"],
  },
  {
    week: 2,
    prompt: "How did the two of you meet, in the version each of you tells?",
    highlight: "It turns out that Tom only charged them for half a day.",
    gratitude: "Mr Doyle, the caretaker, who had the key.",
    content:
      "Tom’s version: he came to mend a door at a school, and there was a woman playing the cello to thirty children in the wrong shoes, and so he took four days over half a day’s work. Mine: there was banging. I’d asked twice for it to stop. The third time, a man came in covered with sawdust to say sorry, stayed at the back until the end of the piece, and clapped, alone, between two of the movements. The shoes are true; I had left the house in one of each. We agree about nothing else, except that neither of us would have missed that door. It still sticks.",
    photos: ["garden-4d"],
  },
  {
    week: 3,
    prompt: "What was on the kitchen table this week, and which of you put it there?",
    highlight: "Forty-one egg cups, borrowed from nine houses.",
    gratitude: "Carol, who owns eleven of them and asked no questions.",
    content:
      "A seating plan made out of egg cups (me). A router, in pieces, on newspaper (him). On Wednesday the two of them met, and for an evening Great-aunt Dot was next to a three-eighths cutter. We ate on our laps, as neither would be the first to move.",
    photos: ["table-2"],
  },
  {
    week: 4,
    prompt: "Who said something kind about the pair of you, and what were the exact words?",
    highlight: "A man came about the damp, tapped it, and called it historic.",
    gratitude: "The wall between us and next door, which is just the height for leaning on.",
    content:
      "Mr Bashir, over the yard wall, with his mouth full of pegs. “I said to my wife, they argue very nicely.” Then he took out the pegs and said it again, so that we’d be sure to have it.",
    photos: ["outdoors-1"],
  },
  {
    week: 5,
    prompt: "Describe the room you’re sitting in, for someone reading this fifty years from now.",
    highlight: "Norway has got no bigger.",
    gratitude: "A lamp, on loan, with a luggage label saying whose.",
    content:
      "It’s about four strides by three. The wallpaper is somebody else’s: brown teapots, going up. There’s one socket, and from it run a lamp, a kettle, two telephones (we each carried one, always; ask) and the thing that makes the internet, which blinks. Over the fireplace, where you may have put something better, there’s a damp patch in the shape of Norway. My cello has the good chair. Tom has the floor, and is planing the bottom of a door that he has carried in and will have to carry out. It smells of pine and toast. If the board by the window still lifts, there’s a coin under it, and our names.",
    photos: ["table-1b"],
  },
  {
    week: 6,
    prompt: "Which small job has become yours without anyone discussing it?",
    highlight: "Hung our coats up on real hooks, then stood back to look.",
    gratitude: "Tom, for seeing to the big one quietly and telling me that it had been a raisin.",
    content:
      "Bulbs, lids, spiders and the council are Tom’s. Birthdays, the thermostat and saying “well, we really ought to go” are mine. There was no vote. I found out on Monday that I’m also the one who knows where the scissors are.",
    photos: ["kite-4"],
  },
  {
    week: 7,
    prompt: "What’s in the house because of a wedding, wanted or not? Make a list.",
    highlight: "The dress fits. That’s all that anyone is getting.",
    gratitude: "His mother’s swan, honestly.",
    content:
      "A hundred and forty metres of ribbon. Three cake tins, none of them ours. A garment I’m not to describe, in a bag, on the back of the only door that shuts. Nana Pat’s hatbox (a hat). Tom’s grandfather’s top hat (formerly a mouse). Six samples of the same cream card. A napkin folded by Carol into a swan, as a suggestion. My temper.",
    photos: ["garland-1"],
  },
  {
    week: 8,
    prompt: "What did you two laugh at that nobody else would find funny?",
    highlight: "The bed broke during a division of the House.",
    gratitude: "Concern, through the wall.",
    content:
      "A hinge. He was reading me the names of them out of the catalogue, in bed, for something to do: butt, strap, tee, parliament. Parliament hinge! I don’t know why. I said “order, order”, and the bed gave out on his side, slowly, like a ship, and he slid from view still holding the page. We couldn’t stop. Each time one of us got a breath in, the other said, “Those in favour?” Mr Bashir knocked to see if we were ill. I’ve tried to tell it twice since, to my mother and in the staff room, and both times I’d got as far as “hinge” when somebody asked if I was eating properly.",
    photos: ["table-3d"],
  },
  {
    week: 9,
    prompt: "Which song keeps following you about, and where did you first hear it?",
    highlight: "Chose the tiles. The tiles chose the song.",
    gratitude: "A tile man who didn’t once ask when the big day was.",
    content:
      "“Moon River”. It was on in the tile shop and again at the dentist’s, and then somebody whistled it under our window. I had crossed it off the list as too obvious. Tom says it has now put in a strong application.",
    photos: ["lake-7"],
  },
  {
    week: 10,
    prompt: "Tell the story of one ring in either of your families.",
    highlight: "I’m wearing the pea.",
    gratitude: "Grandad, and his forty-nine years of not quite saving enough.",
    content:
      "Nana Pat’s engagement ring has a pea in it. Grandad couldn’t run to the stone, so the jeweller in Skipton set a bit of green glass and promised to change it when they’d saved up. They saved, and it went on a pram. They saved again: a roof. By the time there was money she wouldn’t hear of it. He called it the pea until he died, and so did the jeweller’s son. On Sunday she got it off, which took soap, and slid it over to me under the rim of her saucer, like a bribe. “It isn’t worth anything,” she said. “That’s how you’ll know it’s the right one.” It fits. It has a very good green.",
    photos: ["garland-2"],
  },
  {
    week: 11,
    prompt: "What does the other one do when they think no one is watching?",
    title: "Tom’s turn",
    highlight: "She doesn’t know I’ve got the pen.",
    gratitude: "Rosie’s mum, for a coat that was her husband’s and turns out to be my size.",
    content:
      "Conducts the kettle. Tells the cello that it did well. Practises her signature with my name on it, on the backs of envelopes, and then puts the envelopes down the side of the chair. When she goes past the hall mirror, she salutes. I’ve never let on, so this is a risk.",
    photos: ["kite-4b"],
  },
  {
    week: 12,
    prompt: "Whose handwriting turned up lately: on a card, a list, the back of an envelope?",
    highlight: "Found Dad in the sewing box.",
    gratitude: "Squared paper. It keeps.",
    content:
      "My dad’s. It was at the bottom of the sewing box, on a scrap of squared paper: “Jean, elastic is in here, have used the last of the black.” He’s been gone eight years. Mum read it and said, “Well, he never replaced it,” and she put it back exactly where it was.",
    photos: ["table-3"],
  },
  {
    week: 13,
    prompt: "A season has gone since week 1. What has moved, grown, broken or been glued?",
    highlight: "The bean has reached the curtain rail.",
    gratitude: "The one evening when neither of us was polite.",
    content:
      "Moved: the sofa, four times, back to where it began. Grown: the list; also a bean, which was given away in a pot at a christening and intends to outlive us. Broken: one bed, one egg cup (Carol’s; not told), the tap, and the tap that replaced the tap. Glued: the egg cup. And I think us, at a place where I hadn’t noticed a crack. We’d both been so careful over the money, so after-you about it, and on Tuesday Tom just emptied his pockets on the table, receipts, washers, everything, and said, “That’s me.” So I went and got my bag.",
    photos: ["garden-4"],
  },
];
