import type { WrittenWeek } from "./written-week";

/** Margaret’s year with Nell and a dog called Biscuit; weeks 8, 15 and 19 are open. */
export const nellsFirstYear: readonly WrittenWeek[] = [
  {
    week: 1,
    prompt: "Describe the baby as if they were a new lodger: habits, hours, table manners.",
    highlight: "She sneezed twice and looked at us for an explanation.",
    gratitude: "The midwife, who drank her tea standing up so that I could keep the chair.",
    content:
      "Arrived on a Tuesday with one hat and no forwarding address. Keeps the hours of a baker. Takes all meals in her room, at no notice, and falls asleep before the bill. Has been known to send a course back. Washing is done daily, by others, in quantity. She pays nothing, says nothing and receives visitors lying down. Emeka put her name on the list on the fridge under “people who live here”, between his own and the dog’s, and then stood looking at it for so long that the fridge began to beep. We had meant to be firm about the house rules. There do not appear to be any left.",
    photos: ["feet-1", "table-6"],
  },
  {
    week: 2,
    prompt: "How was the baby born? Tell as much of that day as you’d like to keep.",
    highlight: "We have seen four o’clock from both sides.",
    gratitude: "A flask. You fill it at ten, and at four there is tea. Why did nobody say?",
    content:
      "Quickly, in the end. It was a Tuesday. I’d been told to ring when I couldn’t talk through one, and I rang at ten to four in the morning talking perfectly well, since I’d rather be early. Emeka drove as if we had eggs on the roof. There was a midwife called Grace, who hummed, and a clock so slow that by the wall Nell was born the evening before. I said several things that I’d like struck out. Then there was one more person in the room, and she was put down on me, hot and cross, and looked about for whoever was in charge. Emeka said, “Oh. It’s you.” I’ll keep that, and the toast. The rest I’ve let go.",
    photos: ["table-6b"],
  },
  {
    week: 3,
    prompt: "What has the baby been compared to so far: a prune, a bishop, a small accountant?",
    highlight: "She frowned at the health visitor until the health visitor apologised.",
    gratitude: "My mother-in-law, who filled the freezer and then labelled it, with dates.",
    content:
      "A prune (me, day one, fondly). A prime minister (the man who came about the boiler, and wouldn’t say which). Great-uncle Obi, by nine separate members of Emeka’s family, two of whom sent photographs, and they are right: it’s the eyebrows. A vicar who has been told what the roof will cost. A dropped bun. My sister held her up to the window, turned her round, and said, “Bank manager, but a kind one, from when they were allowed to be.” Emeka says she doesn’t look like anybody yet; she is still choosing. Then she yawned, and looked exactly like the dog.",
    photos: ["garden-3"],
  },
  {
    week: 4,
    prompt: "What does the top of that head smell of, as near as you can say?",
    highlight: "First time in the big bath. She wore the expression of a duchess on a ferry.",
    gratitude: "The radiator in the hall, on which everything we own has been dried this week.",
    content:
      "Warm paper. The inside of a clean cardigan. A bit of toast, but that may be my sleeve. I’ve been trying to get it right since Sunday and it won’t stay put: by the time I have thought of a word I need to go back and check. Emeka says a new tennis ball. My dad bent down for a go, stayed down a good while, and came up saying “Saturday”. Nobody has asked him what he meant. I know it isn’t the shampoo, because we haven’t used any. There’s a place just behind the soft part where it is strongest. I’ve told no one else about that.",
    photos: ["feet-4"],
  },
  {
    week: 5,
    prompt: "How was the name chosen, and which name came second?",
    highlight: "She smiled. Not wind. I have a witness, and he cried.",
    gratitude: "The woman in the chemist’s, who opened the door before I’d worked out how to.",
    learned: "Buy socks in one colour.",
    content:
      "Slowly, and then in a lift. There were forty on the fridge, and we crossed off any that belonged to somebody one of us had worked for, gone out with or been bitten by. That left Ruth and Eleanor. Ruth was ahead the whole way and had a cardigan. Then, going down in the hospital lift, a very old lady looked into the blanket, said, “Hello, Nell,” and was wheeled out at the second floor before we could ask. Eleanor was my gran’s name, and nobody ever called her anything but Nell. So it’s Eleanor on paper and Nell to her face. Ruth came second. There’s still an R on the cardigan.",
    photos: ["feet-1b"],
  },
  {
    week: 6,
    prompt: "What have you learned to do with one hand, or with a foot?",
    highlight: "She slept for five hours. I woke after three, to make sure.",
    gratitude: "Biscuit, who lies across the doorway of her room and has asked for nothing.",
    content:
      "With one hand: butter toast, sign for a parcel, crack an egg, lose at cards, type “congratulations!!” to people with better-rested news. With a foot: the fridge, the washing machine, the bouncer (left, four to the bar), and picking a dummy up between two toes without breaking off the song. With my chin: the phone. With my teeth: the lid of the cream, a bib, the post. Emeka can peel a satsuma in his pocket. What neither of us can do any more is use both. I was given twenty minutes to myself on Sunday and carried a loaf about the house.",
    photos: ["pup-1", "feet-4b"],
  },
  {
    week: 7,
    prompt: "Who came to see you both, what did they bring, and did they wash anything up?",
    highlight: "Nell slept through eleven visitors and woke for the cake.",
    gratitude: "Mrs Hargreaves’s pie, and the five words that came with it.",
    content:
      "Auntie Ngozi: jollof for twelve, a gold bangle, opinions. Washed up everything, including things that were clean. Two of the Sarahs from work: a plant, a bottle, a card they had all signed, even Keith. Rinsed their own cups, which I call fair. My cousin Paul: a drum. A real one. He held her like a tray and never took his coat off, and afterwards I found that he had put the bins out and not said. Mrs Hargreaves from next door came with a pie, wouldn’t step in, and told me through the gap, “You’re doing all right, love.” I’ve thought about that a good deal more than I have about the drum.",
    photos: ["garden-3b", "table-6c"],
  },
  {
    week: 9,
    prompt: "Which noise means hungry, which means cross, and which means nothing at all?",
    highlight: "The pigeon noise was made at me today instead of at the lampshade.",
    gratitude: "A health visitor who said there’s no such thing as a bad habit at nine weeks.",
    content:
      "Hungry is a creak, like somebody trying a gate that they’ve been told is locked. Then the gate comes off. Cross is lower, has her chin in it, and is generally about sleeves. Tired goes up at the end, as though it were a question. Nothing at all is the best of them. It’s a sort of pigeon remark, addressed to the lampshade at about four in the afternoon; it wants no answer, and isn’t put out if it gets one. For a month I ran to that noise. Now I stay where I am with my tea and listen to the two of them getting on.",
    photos: ["feet-4c"],
  },
  {
    week: 10,
    prompt: "Tell us what the street is like at four in the morning.",
    highlight: "A fox looked at Nell, and Nell looked at the fox, and nobody else knows.",
    gratitude: "Whoever invented the dimmer switch.",
    content:
      "Ours. They don’t tell you that you get it to yourself. The lights stay on for no one. A fox comes down the middle of the road like a man walking back from a wedding, stops at number fourteen and reads the bins. At twenty past it’s the bakery van, and you can hear him singing with the windows up. You can hear the river, too, which you can’t by day; I’d lived here six years and thought it was the main road. I stood at the window with Nell against my shoulder, facing out, so that she could see. She watched the fox. The fox watched her. After a bit all three of us went in.",
    photos: ["lake-12"],
  },
  {
    week: 11,
    prompt: "What do you call the baby, apart from the name? List every nickname.",
    title: "Titles, by order of use",
    highlight: "She held on to my finger all the way through the news.",
    gratitude: "Emeka’s mother, who rings every Sunday and asks for me first.",
    content:
      "Nell (on forms). Eleanor (the surgery, and Grandma). Nelly, Nellybean, the Bean. Madam, before noon. Miss Okafor, to the dog. Small Boss. The Management. “Himself”, by Mrs Hargreaves, who was put right once and prefers it. Ada, by the whole of Emeka’s side, because she’s the first daughter and it is hers by right. Captain, in the sling. Oi, with love. Emeka says “my friend”, as in “well, my friend, what shall we do about this?”, in the same voice that he uses with the car. So far she hasn’t answered to any of them. Yesterday I called her by the dog’s name by mistake, and she looked straight round.",
    photos: ["beach-3", "feet-1c"],
  },
  {
    week: 12,
    prompt: "What used to take ten minutes, and how long did it take this week?",
    highlight: "Posted a parcel. Please alert the papers.",
    gratitude: "The man behind the post office counter, who said “take your time” and meant it.",
    learned: "Nothing is six doors down.",
    content:
      "The post office, which is six doors down. On Monday we set out at ten with a present for my sister. Back for the hat. Back for the other hat, the first having been sicked on while we admired it. Fed her on the bottom stair with my coat on. Got to the gate, met Mrs Hargreaves, lost the morning. On Tuesday we made it as far as the queue, and I had with me everything a baby could need for a fortnight, and not the parcel. On Wednesday I posted it. My sister’s birthday had been on the Monday. She rang to say thank you: it was the jumper I’d borrowed off her last year, and was I all right?",
    photos: ["outdoors-1"],
  },
  {
    week: 13,
    prompt: "Thirteen weeks in. What does the baby seem to know, and how can you tell?",
    highlight: "She knew who it was before Grandad had got the door open.",
    gratitude: "Dad, who comes on the ten-past bus and pretends that he was passing.",
    content:
      "She knows the stairs. Something happens in her back at the third one from the top, a sort of settling, before we’ve turned for her room. She knows my dad’s whistle through the letterbox: she stops whatever she’s at and waits, eyes wide, for the rest of him. She knows which of us has the milk. She doesn’t know that she has a left hand, although they have met several times and seem to like each other. And I believe she knows in the dark that it’s me, before I’ve said anything, by how I lift. I can’t prove that one. I notice that I’ve stopped wanting to.",
    photos: ["table-6d", "kite-3"],
  },
  {
    week: 14,
    prompt: "Which song works? Write down the words as you actually sing them.",
    highlight: "Asleep by the second line, and I sang the rest for my own sake.",
    gratitude: "Neighbours with thick walls, or good manners.",
    content:
      "It has to be “Daisy, Daisy”, and at walking pace. As sung:\n\nNelly, Nelly, give us the other sock, do.\nI’m half asleep and it’s only ten to two.\nIt won’t be a stylish nappy,\nI haven’t the strength to be snappy,\nBut you’ll look sweet upon the sheet\nIf you don’t do another poo.\n\nEmeka’s is a hymn, in Igbo, very slow, that he had from his grandmother, and it works in half the time. I asked him what it means. He says that as far as he can remember it is about a goat.",
    photos: ["feet-4d"],
  },
  {
    week: 16,
    prompt: "Who saw you at your worst this week, and what was on your shoulder?",
    highlight: "She laughed! At a potato, but it counts.",
    gratitude: "The water board.",
    content:
      "The man who came to read the meter. It lives under our sink behind the nappies, and he found me sitting on the kitchen floor in Emeka’s dressing gown, eating cereal out of the measuring jug and crying because the jug was empty. On my left shoulder: banana, I think, and a vest that had begun the day as a clean cloth. He looked at the meter for quite a long time. Then he said that they’d had twins, eleven now, and it was mostly fine after the first bit. He put the kettle on as he went past it. I never got his name. We have him down as “actual reading”.",
    photos: ["kite-3b"],
  },
  {
    week: 17,
    prompt: "What did you explain, in all seriousness, to somebody sucking their own fist?",
    highlight: "Rolled from her front to her back, was astonished, and blamed the rug.",
    gratitude: "Emeka, who took the five o’clock feed without being asked, or at any rate without being asked twice.",
    content:
      "Interest rates. She had her fist in up to the wrist and I was doing the post. I told her that “fixed” means it stays the same, that we had been fixed, and that now we weren’t. She gave it some thought. I drew her attention to the small print, and she dribbled on the small print. This week I have also gone into why it’s called a skirting board, who the man on the wall is (it’s the thermostat), what Grandad did at the mill, and death, briefly, in connection with a fly. I do it in my telephone voice. She has never once interrupted, and it’s made me wonder about everybody else.",
    photos: ["feet-1d", "beach-3b"],
  },
  {
    week: 18,
    prompt: "How long did it take to leave the house, and what did you go back for?",
    highlight: "She has found out that if you shout in the underpass, the underpass answers.",
    gratitude: "The bench halfway up the hill, and whoever it was decided on halfway.",
    content:
      "Fifty-three minutes, for a walk of twenty. Gone back for, in order: the changing bag; the thing that had been in the changing bag and was taken out so as not to be forgotten; the dog; the lead; Nell’s rabbit; and my shoes, since what I had on turned out to be slippers. On the last trip I couldn’t think what I’d come for, so I stood in the hall and ate a plum, and it’s possible that that was it. Emeka waited on the pavement throughout, rocking the pram. By the time I came out he had learnt the whole history of number twelve and been asked if he was moving in.",
    photos: ["lake-12b"],
  },
  {
    week: 20,
    prompt: "What do those hands grab this month, and whose hair, nose or glasses have suffered?",
    title: "The leaf",
    highlight: "Her first leaf. She tried to eat it, then gave it to the dog.",
    gratitude: "Grandad’s old umbrella, which still smells of his car.",
    content:
      "Nothing’s true now until it has been through the hands. She has had Emeka’s glasses off eleven times, by his own count, and once in the middle of a sermon. My plait gets taken down from the bottom, patiently, like somebody unpicking a hem. Auntie Ngozi’s earrings were confiscated by Auntie Ngozi. Biscuit offers an ear and closes his eyes. And then on Thursday, from the sling, she reached up and came away with a leaf. She turned it over and turned it back. She ate the corner. Then she held it down to him at arm’s length, as if to say that she had finished with that page.",
    photos: ["outdoors-1b", "pup-1b"],
  },
  {
    week: 21,
    prompt: "Describe the pram, the sling or the car seat as if it were a difficult colleague.",
    highlight: "She sat up on her own for one verse, and went over sideways in the chorus like a felled tree.",
    gratitude:
      "The stranger who took the other end of the pram at the station steps and never broke off her phone call.",
    content:
      "The pram has been with us since before I was ready, and feels this should be recognised. Highly qualified. Won’t go through a door without a meeting. Has a brake, and an attitude about the brake. Asked to fold, it refers you to the manual; asked again, it folds, all at once, with your thumb in it. Its best work is done downhill. It gets on better with Emeka, who is taller, and there has been talk. In its favour: it has never woken her, it carries the shopping without comment, and on Thursday, when the bus wouldn’t take us, it walked the whole way home beside the canal and didn’t say a word.",
    photos: ["garden-3c", "beach-3c"],
  },
  {
    week: 22,
    prompt: "Which advert, hymn or passing dog nearly made you cry?",
    highlight: "Two teeth are on their way. We have been informed, at volume.",
    gratitude: "My sister, for sending her voice instead of words, so that I needn’t hold anything.",
    content:
      "The building society one, with the grandfather and the shed. I haven’t an account with them. I was holding a fish finger. Also the second verse of “Dear Lord and Father of Mankind”; anything whatever sung by children in rows; and a man on the train saying into his phone, “No, you hang up.” But the dog was the worst. Biscuit has slept at the foot of our bed for six years. On Sunday I got up at five and he wasn’t there, and I found him on the landing outside her room, on the bare boards, with his good ear up. He wagged once, so that I’d know it wasn’t personal.",
    photos: ["pup-1c"],
  },
];
