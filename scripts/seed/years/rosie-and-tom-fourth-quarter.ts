import type { WrittenWeek } from "./written-week";

/** Rosie and Tom, weeks 40 to 52: after the wedding, to the last page. */
export const fourthQuarter: readonly WrittenWeek[] = [
  {
    week: 40,
    prompt: "Write a thank-you that nobody got round to posting.",
    highlight: "Mr Doyle retires on Friday and has asked for no fuss, so there’ll be some.",
    gratitude: "Doors.",
    content:
      "Dear Mr Doyle,\n\nYou won’t remember, but you had a key on your belt the morning that a joiner turned up a day early, and you could have told him to come back. You let him in because, as you said to me, he looked as if he’d only get wet. I meant to write. Then there was the move, and then there was everything.\n\nSo: thank you for the door. Thank you for saying nothing for four days, although you must have known how long a door takes. There was a chair for you at the back, with your name on a jam jar, and Sheila tells me that you stood all through it in case anyone needed letting in.\n\nYours,\nR. Lister that was.",
    photos: ["outdoors-1d"],
  },
  {
    week: 41,
    prompt: "What did you overhear through a wall, a door or a marquee that you’d like to keep?",
    highlight: "Mick washed up, and sang.",
    gratitude: "Canvas. You can hear everything.",
    content:
      "I’d gone out behind the tent to breathe. Through the side of it came Tom’s dad, who doesn’t say such things, saying to my mother, who can’t bear to hear them, “He’d have been that proud, Jean.” There was a long gap. Then her: “He would. He’d have been under the table with the dog.”",
    photos: ["cake-1c"],
  },
  {
    week: 42,
    prompt: "How do you say sorry in your house: in words, in tea, or by doing the bins?",
    highlight: "The cupboard on the landing now shuts.",
    gratitude: "Biscuits of a gauge to go under a door.",
    content:
      "He mends something. I could date every row we’ve had by what closes properly. I say it out loud, too fast, through the bathroom door, and then I push a biscuit under.",
    photos: ["garland-2c"],
  },
  {
    week: 43,
    prompt: "Describe a dance. Yours, somebody else’s, or one in socks on the lino.",
    highlight: "Danced, on a Wednesday, with a tea towel.",
    gratitude: "New lino.",
    content:
      "Not the one with everyone watching, which we had practised and got wrong. The other. The Bashirs had their radio on, and it came through the bricks the way it does, all tune and no words, and it was “Moon River”; of course it was. I was drying a pan. Tom took the pan away. We went round the table in our socks, and he steered so that I had the warm bit by the boiler. When it finished we stayed where we were, and through the wall we heard Mr Bashir say to his wife, “No, leave it on. Leave it on.”",
    photos: ["dance-1c"],
  },
  {
    week: 44,
    prompt: "What do you most want the other one to know?",
    highlight: "We took turns with the pen, and nobody looked.",
    gratitude: "The mute, which isn’t as good as it says.",
    content:
      "Tom: “That I hear you when you come down at night to play with the mute on. I lie awake for it. I’d hate you to think you were being quiet for nobody.”\n\nMe: that it’s a long time since I thought it was the fridge.",
    photos: ["lake-7d"],
  },
  {
    week: 45,
    prompt: "What are the two of you planning next?",
    highlight: "Tom has measured the cello for a bunk.",
    gratitude: "Timetables.",
    content:
      "To take the sleeper to the top of Scotland, the cello in a berth of its own, and get off where it stops. Also a back door that opens. They’re in that order on the list, and I have checked whose writing it is.",
    photos: ["lake-3d"],
  },
  {
    week: 46,
    prompt: "Which joke, word or nickname began this year and looks likely to stay?",
    highlight: "The motion was carried.",
    gratitude: "The organist, for volume.",
    content:
      "“Those in favour?” It started with the hinge. Now it’s how everything gets decided here: takeaway, lights out, whether it’s time to go home. One of us asks and the other has to say “aye”, in the voice. On our way back down the aisle, when the organ had come in and nobody could hear, he said it from the corner of his mouth. It isn’t on the video. You can just see me answer. My mother believes I am saying “I”, as in “I do”, only late.",
    photos: ["dance-1d"],
  },
  {
    week: 47,
    prompt: "Who do you miss on a happy day, and what would you tell them?",
    highlight: "Tom came up the road in that coat, and for a second he was both of them.",
    gratitude: "Buttons, sewn on to stay.",
    content:
      "My dad. I’d tell him that it kept dry. That it was the tent pegs that set me off, of all things, because they’d been done up double, as he did them. That Tom has his coat, and still has both the gloves. That Mum laughed in the speeches, and I’d tell him where. Then I’d ask him what he did with the good pliers, because Tom has looked.",
    photos: ["garland-1c"],
  },
  {
    week: 48,
    prompt: "What would you tell a couple at the very start of their own first week?",
    highlight: "Lewis is engaged. He has also found the keys.",
    gratitude: "Being asked.",
    content:
      "Eat before you talk about the tent. Keep the bulbs that other people leave you. Somebody is going to offer you cherubs; let them. Write down the Tuesday. And if there’s a lane, walk it, even though there’s a car.",
    photos: ["beach-7d"],
  },
  {
    week: 49,
    prompt: "List the things you worried about this year that never came to anything.",
    highlight: "Nothing on the list happened, or nothing much.",
    gratitude: "Carol, who’d known all along about the egg cup.",
    content:
      "The tent ending up in the next parish. Uncle Frank’s speech. Norway becoming Sweden. My hand shaking too much for the ring. Running out of jars. That when it was over we’d have nothing to talk about.",
    photos: ["cake-2c"],
  },
  {
    week: 50,
    prompt: "Which part of the year was nobody’s plan and everyone’s favourite?",
    highlight: "A hundred and four chairs in nineteen minutes.",
    gratitude: "The boys who’d gone off with the punch.",
    content:
      "The power cut ran it close, but it must be the chairs. When the band packed up there were a hundred and four of them to stack by midnight or we’d lose the deposit, and the lads who had been booked to do it couldn’t be found. So everybody did it. The vicar did it. There got to be a rhythm, four and slap, four and slap, with Mick calling the numbers, and then somebody put a tune to the numbers. I’ve never known so many people so happy over furniture. Dot slept right through, on the last one, and we carried her out to the taxi on it, like the Pope.",
    photos: ["cake-1b"],
  },
  {
    week: 51,
    prompt: "Who should be handed this book first, and at which page should they open it?",
    highlight: "Mum laughed on all the wrong pages.",
    gratitude: "Elastic.",
    content:
      "My mother, at week twelve. I’d asked if she minded its being in there, and she said that she would like to see it in proper print. Then she went upstairs, and came down with a reel of black elastic, new, still in its paper, and put that in the box.",
    photos: ["table-3c"],
  },
  {
    week: 52,
    prompt: "Write a few lines to yourselves, ten years from tonight, and say what’s for supper.",
    title: "Ten years from tonight",
    highlight: "We filled it.",
    gratitude: "Each other. It was bound to come up sooner or later.",
    content:
      "Dear both,\n\nIt’s pie. The last of it, the one from the freezer with “Tues?” on the lid in Tom’s pencil. We hope that the back door opens. We hope the cello got to Scotland. If there’s anybody small there, read them the horse; if there isn’t, read it to each other, and do the voices. Are both the scissors where they should be? Has he finished the shed? He says yes. He has been saying yes since week twenty-eight.\n\nWe aren’t asking for advice, since we never took any. Only, at some point this evening, would one of you go outside and knock on something, and would the other one come and open it. Those in favour? Aye.\n\nR. and T.",
    photos: ["table-1d", "beach-1d"],
  },
];
