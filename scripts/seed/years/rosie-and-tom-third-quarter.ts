import type { WrittenWeek } from "./written-week";

/** Rosie and Tom, weeks 27 to 39; the wedding is in week 29. */
export const thirdQuarter: readonly WrittenWeek[] = [
  {
    week: 27,
    prompt: "What have you promised each other, or what will you promise? Write down the words.",
    highlight: "Locked out, together, with three keys.",
    gratitude: "The flat pencil.",
    content:
      "We did it on the back step, as none of our three keys was to the back door, with his pencil and the lid of a paint tin. Mine: “I’ll say when it isn’t fine. I’ll ask. I’ll hold the ladder.” Tom’s took longer and has a diagram: “I’ll finish what I start. I’ll come back for the flask.” There is a usual form of words, the vicar says, but he’ll see what he can do.",
    photos: ["outdoors-1c"],
  },
  {
    week: 28,
    prompt: "Which promise have you kept this week without mentioning it?",
    highlight: "Tom came in at midnight smelling of wood and wouldn’t say which.",
    gratitude: "Sheds, and what they’re for.",
    content:
      "I said I wouldn’t look in the shed, and I haven’t looked in the shed. I have walked past it sideways, carrying washing. I’ve read all of the back of a paint tin. There’s a light on in there now.",
    photos: ["lake-7b"],
  },
  {
    week: 29,
    prompt: "Describe one guest, from any wedding, so well that a stranger would know them at once.",
    title: "The day",
    highlight: "We’re married. Tom said his part twice, because of Dot.",
    gratitude: "Every single person who stayed behind to stack the chairs.",
    content:
      "Ours, on Saturday. Great-aunt Dot is eighty-eight and four foot ten; she came on two buses in a coat as red as a pillar box and would not be fetched. She has a handbag that shuts like a rifle. She told the vicar he’d gone on, and the band that they hadn’t gone on enough. She ate the marzipan off six people’s cake. When the chapel went quiet for the vows, she said, quite clearly, “Speak up, Thomas,” and he did, so it’s thanks to Dot that they heard him out in the porch. At ten to midnight she was asleep, bolt upright, beside the tea urn, with her shoes in her lap. If you meet her, that’s her. Give her the good chair.",
    photos: ["dance-1", "garland-2b", "cake-2b"],
  },
  {
    week: 30,
    prompt: "What did the weather do, and what did the pair of you do about it?",
    highlight: "We said we’d go for an hour and came back on Monday.",
    gratitude: "The woman at the boat hire, who didn’t charge us for the oar.",
    content:
      "It came straight down for two days, as if it were being paid by the yard. On the first we sat in the boathouse and counted: I did the boats, Tom did the gaps between them. On the second we stopped minding. We walked all the way round Derwentwater, and ate our sandwiches under a bridge with eleven Scouts. In the evenings it was Scrabble, one game, the same one, adding on to it until it ran off the board and along the table; “married” is in there somewhere, going down from “marmalade”. On the last morning it cleared, for about as long as you’d boil an egg. We took the photograph and went back in.",
    photos: ["lake-3b", "lake-7c"],
  },
  {
    week: 31,
    prompt: "Which ten minutes would you live again?",
    highlight: "The lane.",
    gratitude: "Lewis’s keys, wherever they were.",
    content:
      "Between the chapel and the tent there’s a lane, and nobody had thought of it. The cars had all gone round by the road with everyone in them. We’d been told to wait for Lewis, who was looking for Lewis’s keys. So we walked. I had my shoes in one hand and a yard of hem over my arm; he carried the flowers like a man carrying somebody’s baby. We hardly spoke. There was a horse. He told the horse. At the gate we could hear them on the other side, the whole roar, everybody we know, and we stopped with both our hands on the latch and didn’t lift it. Not for long. Ten minutes, I suppose, from door to door.",
    photos: ["garland-2d"],
  },
  {
    week: 32,
    prompt: "Go through the wedding day hour by hour, as it was or as you picture it.",
    highlight: "The album came. We’re in it mostly from behind.",
    gratitude: "The friend who went round photographing everyone’s hands.",
    content:
      "Six: both awake, in different houses, each ringing to ask if the other was asleep. Nine: my mother, with pins. One: the chapel, the pea, Dot. Two: a lane. Three: forty-one egg cups, four cherubs, and a speech I’d only heard through a shed door, which turned out to be about me. Five: Uncle Frank, briefly. Seven till late: a band, a punch that Mick wouldn’t leave alone, and everybody I have ever been fond of going round in the same direction. Half past eleven: chairs. One in the morning: the van, the top road, chips, off the lid of a paint tin each, in the dress. My plate was “Warm Stone”, and he’d kept it since.",
    photos: ["dance-1b", "table-1c"],
  },
  {
    week: 33,
    prompt: "What has an aunt, a neighbour or a taxi driver told you about marriage, unasked?",
    highlight: "Two pairs of scissors.",
    gratitude: "Thirty-four years of the Bashirs, and that we only get the sound.",
    content:
      "Mr Bashir: “Whatever you fight about, buy two.” Sheila: “Don’t you ever learn to work the boiler.” A taxi driver in Keswick, who’d had three, told us they were lovely women, all of them, and that the trick was to come in and sit down before you opened your mouth. Dot never married. It looked to her, she says, like a bus where people keep getting up to ring the bell, when they should sit still and look out of the window. We’ve bought another pair of scissors.",
    photos: ["beach-1c"],
  },
  {
    week: 34,
    prompt: "What cost nothing and made your week?",
    highlight: "The lights went out, and so did everybody.",
    gratitude: "The melon.",
    content:
      "The power went on Thursday, all down the row. People came out on their steps to see who else it was, and stayed out. We sat on a bench, since that’s what had been in the shed. Somebody cut up a melon. When the lights came back there was a groan.",
    photos: ["garden-4c"],
  },
  {
    week: 35,
    prompt: "Where were you when you felt most married, or nearly married?",
    highlight: "Got rid of the bed, the teapots and both carpets.",
    gratitude: "A man with rope to spare.",
    content:
      "In the queue at the tip. It was a Sunday and there were nine cars. We had the last of the teapots in sacks, and the bed, and the carpet that had been under the carpet. Tom was round at the tailgate retying things. A man leaned out of the next car and said to me, “Does your husband want this rope?” I said that I’d ask him. And I walked round the van, it’s four steps, to ask my husband if he wanted a rope, and there wasn’t a person in the world who would have thought it odd. I had said the words to a hundred people by then. But that was when I heard them. He did want the rope.",
    photos: ["kite-4d"],
  },
  {
    week: 36,
    prompt: "Give a short guided tour of the fridge door.",
    highlight: "Moved Filey an inch to the left.",
    gratitude: "Year Two, and their sense of scale.",
    content:
      "We begin top left, with a magnet of Filey, which holds nothing up and is simply from Filey. Beneath it: bin days, and the last bill from Roger (settled). In the centre, the postcard of a horse. Mind that corner, it’s the dentist. On your right, a drawing by a child of six of Miss Lister marrying an enormous violin. The long list is Tom’s; the short one is the same list after I’d read it. Please don’t touch the photograph at eye level. Its magnet is weak, and it’s my dad. Leave by the handle, where there is jam.",
    photos: ["table-3b"],
  },
  {
    week: 37,
    prompt: "What do you eat when neither of you wants to cook?",
    highlight: "Cheese, toast, and both of us asleep by nine.",
    gratitude: "The grill, which has one setting, and it’s the right one.",
    content:
      "Cheese on toast, and we call it “the usual”, as though there were a waiter. Whoever says it first has to get up. We have both become good at waiting.",
    photos: ["table-2c"],
  },
  {
    week: 38,
    prompt: "When did each of you know that this was the one?",
    highlight: "He gave me the date of it, and what the weather was.",
    gratitude: "Radiators, for needing bleeding.",
    content:
      "Tom: on the school steps, after that concert, when I came down in one of each shoe and never looked at my feet. Me: months later, over a radiator. He’d put his hand flat on it and was waiting, the way you would with a horse, and I thought, well, that’s that, then. Neither of us said so. He did all eleven.",
    photos: ["lake-3c"],
  },
  {
    week: 39,
    prompt: "Which week so far was the fullest, and which was simply the best?",
    highlight: "Went back and read the lot.",
    gratitude: "A week with nothing in it, for coming when it did.",
    content:
      "The fullest was twenty-nine, no contest: it has a hundred and four people in it, and a tent. The best was twenty-three. I’ve been back and looked. There isn’t anything there but a pie, some eggs and a plank, and I’d hand over the tent to have it again.",
    photos: ["beach-7c"],
  },
];
