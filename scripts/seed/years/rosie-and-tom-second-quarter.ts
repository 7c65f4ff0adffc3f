import type { WrittenWeek } from "./written-week";

/** Rosie and Tom, weeks 14 to 26: jam jars, cherubs and a light in the shed. */
export const secondQuarter: readonly WrittenWeek[] = [
  {
    week: 14,
    prompt: "What do people call you these days, and which name do you still not answer to?",
    highlight: "A parcel came for Mr and Mrs, and we both looked behind us.",
    gratitude: "If anybody has called me a bridezilla, it was in another room.",
    content:
      "“The happy couple”, to the bank. “Miss Lister”, for a little longer, to three hundred children. “Duck”, to Tom’s dad. The florist rings up and says “Bride?”, as a question, and I always wait for somebody else to answer.",
    photos: ["beach-7"],
  },
  {
    week: 15,
    prompt: "Describe the best meal the two of you ate this month, down to the plates.",
    highlight: "Chips with a view of the water, until the windows went.",
    gratitude: "The van, which started.",
    content:
      "Chips, in the van, up on the top road, off the lid of a paint tin each. We’d been to see Roger about the tent and had come away poorer. Tom drove up past the reservoir without saying where we were going, and parked with her nose to the view. Salt, a great deal; vinegar; one pickled egg between us, halved with a chisel that he wiped first on his good trousers. My plate was “Warm Stone” and his was “Mushroom”. The glass steamed over, and a sheep came and looked in at us through the clear bit. We didn’t talk about the tent. He gave me the crunchy ones from the bottom, all of them, one at a time, as though they had come out of a safe.",
    photos: ["lake-3"],
  },
  {
    week: 16,
    prompt: "Which two relatives would you most like to sit beside each other, and why?",
    highlight: "Uncle Frank has accepted, for himself and “a trifle”.",
    gratitude: "Second-class stamps.",
    content:
      "Great-aunt Dot and my uncle Frank. She was a bus conductor for thirty years, and he has never to anyone’s knowledge paid on a bus. I’d like to be at the next table with a pencil.",
    photos: ["cake-1"],
  },
  {
    week: 17,
    prompt: "What did the house sound like at seven this morning?",
    highlight: "He came back for the flask.",
    gratitude: "The weather for ships, which is never us.",
    content:
      "The pipes first: three knocks and a sigh, like somebody being shown into a waiting room. Next door’s radio, the pips, then gales in places we shall never go. A wood pigeon in the chimney, amplified. Tom downstairs trying not to make a noise, which is louder than Tom making one, since everything gets put down twice. The stair that says “who?”. A spoon. Then the front door, and nothing, and I lay there and thought: so that is what it’s like here when he’s gone to work. Then the door again. He had forgotten his flask. So that’s what that is like.",
    photos: ["beach-7b"],
  },
  {
    week: 18,
    prompt: "Where did you spend too much money on something silly, and was it worth it?",
    highlight: "We have a fox on the door.",
    gratitude: "The man in the junk shop, who wrapped it in a crossword and had done most of it.",
    content:
      "Forty pounds, on a brass knocker in the shape of a fox, for a front door that’s going to be replaced. Tom tried it eleven times on Saturday, from the inside. Yes.",
    photos: ["outdoors-1b"],
  },
  {
    week: 19,
    prompt: "Which habits did each of you bring from home, and which did you leave behind?",
    highlight: "Tom said it wasn’t fine, and it wasn’t, and then it was.",
    gratitude: "A doorstep wide enough for two.",
    content:
      "I brought warming the pot, ringing my mother at six, and never putting shoes on a table, even new ones in a box. He brought whistling in the lavatory, brown sauce, and a drawer with string in it. Left on the step: his habit of saying “fine” when it isn’t, and mine of believing him. We came across those two on the same evening, by tripping over them.",
    photos: ["garland-1d"],
  },
  {
    week: 20,
    prompt: "Write down a disagreement you can already smile at, being fair to both sides.",
    highlight: "Four cherubs, one nose.",
    gratitude: "Mum’s eyesight, which is selective.",
    content:
      "The motion was that a wedding needs a cake stand. For: my mother has offered hers; it’s silver; it has been to four weddings; to refuse it would be remembered. Against: it is hideous, it hasn’t got a level side, and Tom is a joiner and could make one from the old pear tree in an afternoon. I said that a joiner’s afternoon was nine days. He asked me to name one. I named the bathroom, and there was a silence with the bathroom in it. He had a point about the silver; I had a point about Mum. So he has made the stand. It has four little cherubs carved around the rim, every one with my mother’s nose, and she’s delighted.",
    photos: ["cake-2"],
  },
  {
    week: 21,
    prompt: "What are you proud of in each other that nobody else sees?",
    highlight: "Slept until nine with the window open and nothing on the list.",
    gratitude: "Clean sheets, put on by somebody who wasn’t me.",
    content:
      "He plugs the drill in and then stands for a minute with it switched off, in case next door are in the middle of a sentence. He says that I stay behind with the child who can’t count, after the others have gone, and tell them it’s me who needs the practice. I do need the practice.",
    photos: ["beach-1"],
  },
  {
    week: 22,
    prompt: "Who has helped you without being asked, and what did they carry, stir or drive?",
    highlight: "One hundred and six jam jars.",
    gratitude: "Sheila in the kitchens, and her way of looking at people.",
    content:
      "Lewis drove to Hull and back for a second-hand trestle and wouldn’t take the petrol. Mrs Bashir came round behind a pan so big that it had to be let in at the front, and stood over us until we’d each had two bowls. And the dinner ladies have been saving jars. There are a hundred and six of them in the instrument cupboard, washed, with the labels soaked off, and when I asked who had told them, Sheila said, “You’d a look of somebody who needs jars.” Tom’s dad stirs. Put anything in front of him, paint or punch or gravy, and he’ll stir it, clockwise, for as long as you like. I hadn’t known how many people were holding up the other end.",
    photos: ["garden-4b"],
  },
  {
    week: 23,
    prompt: "Write down a Tuesday, hour by hour, when nothing much happened.",
    highlight: "Nothing. It was lovely.",
    gratitude: "Pie, on the second day.",
    content:
      "Ten to seven: Tom’s alarm, his feet, a cold patch. Quarter past eight, bus. Nine till twelve, scales in five keys and one fight over a bow. Twenty past, yesterday’s pie in the car park. Half one, small cellos. Twenty to four, a lost recorder, found, in its owner. Half four, home; nobody in; I stood and listened to the fridge. Ten past five, van. He had brought a plank home for me to smell. Six, my mother. Seven, eggs. Eight till ten, he sanded and I marked, back to back, leaning. Quarter past, took the bins out together, for the walk. A few stars. Half past, him, asleep in the middle of a word. I think it was “gusset”.",
    photos: ["table-2b"],
  },
  {
    week: 24,
    prompt: "What do you know about each other now that you couldn’t have told us in week 1?",
    title: "Tom’s turn",
    highlight: "Gave my speech to the shed door. It didn’t laugh, but it stayed to the end.",
    gratitude: "Her patience with my spelling.",
    content:
      "She’s frightened of moths but not of the dark that they come out of. She reads the last page first and then acts surprised, very well. The tireder she gets the more polite she is, so that at midnight it’s like living with an embassy. And she tells me that when I’m happy I hum, one note, and that for months she had thought it was the fridge.",
    photos: ["kite-4c"],
  },
  {
    week: 25,
    prompt: "What are you a little afraid of, and have you told each other?",
    highlight: "The last envelope.",
    gratitude: "The postmistress, who felt the weight and went off to find a sack.",
    content:
      "That my hand will shake too much for the ring. That my mother will be brave at me. Tom said the speech; and then, two nights later, with the light out, that we’ll be so busy getting married that we’ll forget how to be like this. So we have told each other now. It hasn’t helped with the speech.",
    photos: ["garland-1b"],
  },
  {
    week: 26,
    prompt: "Read your first entry aloud to each other. What would you add in the margin?",
    highlight: "Halfway, and clean.",
    gratitude: "Rice.",
    content:
      "We did it in the bath, me reading out from the phone and Tom in charge of keeping it dry. He wanted a footnote beside “stud”: he’d been right about that wall. Where it rains I would put that it stopped getting in some weeks later, when he went up a borrowed ladder after dark, and I stood at the bottom hanging on with both arms and not looking, and neither of us wrote that down. Beside Roger and the tent: ha. And in the gap where we ate our tea I’d draw the two of us, to scale, because you can’t tell from the words how small it was. Then he dropped it. The phone is in a bag of rice. The words are somewhere drier.",
    photos: ["beach-1b"],
  },
];
