import type { WrittenWeek } from "./written-week";

/** Weeks of minor people: enough of each year for moderators to read. All are fictional. */

export interface SmallYear {
  readonly firstName: string;
  readonly lastName: string;
  readonly theme: string;
  readonly type: string;
  readonly title: string;
  /** Days since they registered, paid and began. */
  readonly joinedDaysAgo: number;
  readonly weeks: readonly WrittenWeek[];
}

/** Begun within the quarter. */
export const BEGUN: readonly SmallYear[] = [
  {
    firstName: "Lowri",
    lastName: "Davies",
    theme: "education",
    type: "first-year-at-school",
    title: "Small Shoes",
    joinedDaysAgo: 54,
    weeks: [
      {
        week: 1,
        prompt: "Lay out the school clothes, coat and all. What’s too big, and by how many fingers?",
        highlight: "He wore the cap to bed, with the peak at the back for comfort.",
        gratitude: "My aunt, who took up three pairs of trousers and let nobody thank her.",
        content:
          "Coat: four fingers at each cuff, so that he seems to have arrived by post. Jumper: two. Trousers: one, after my aunt. Shoes: a thumb at the toe, which the man in the shop said was growing room and which sounds, on the stairs, like somebody delivering coal. The cap fits. He has laid all of it out on the carpet in the shape of a boy and will not have it moved.",
        photos: ["feet-1e"],
      },
      {
        week: 3,
        prompt: "Describe the gate at its busiest: the scooters, the prams, the dog tied to the railings.",
        highlight: "He let go of my hand before I had let go of his.",
        gratitude: "Whoever ties up that dog. It has got half the reception class through the gate.",
        content:
          "Ten to nine. Eleven scooters against the railings in a heap, like something washed up. Two prams nose to nose and neither giving way. Osian Pugh from Dosbarth Derwen, who is in his class and bites, being carried in sideways under an arm. The dog is called Gelert and belongs to number 31; it is patted by forty people and never once looks up. At five to, a bell, and the whole lot drains away through one small door.",
        photos: ["kite-3e"],
      },
      {
        week: 5,
        prompt: "Which peg, tray or drawer is theirs, and who has the ones next to it?",
        highlight: "A certificate for lining up. It is on the fridge, above the gas bill.",
        gratitude: "Mrs Parry, who answers each question as if nobody had asked it before.",
        content:
          "Peg fourteen, with a picture of a snail, which he asked for. To the left a tractor, who cries. To the right a rainbow, who has two hamsters and may have had three. He gives these reports from the bath and will take no questions. I have not seen the peg. I saw its shadow through the door on Monday, with a coat on it that I am nearly sure was ours.",
        photos: ["kite-4e"],
      },
    ],
  },
  {
    firstName: "Hamish",
    lastName: "Birch",
    theme: "education",
    type: "learn-a-new-skill",
    title: "The Accordion",
    joinedDaysAgo: 47,
    weeks: [
      {
        week: 1,
        prompt: "What can’t you do yet? Describe yourself trying.",
        highlight: "Found the strap that stops it opening by itself on the bus.",
        gratitude: "Next door, who asked only whether it would be every evening.",
        content:
          "I cannot play the accordion. I sit on the kitchen chair with it on my knees like a parcel I have agreed to hold for somebody. The left hand goes looking for a C among a hundred and twenty buttons, of which one has a dimple. The right hand waits. When both have arrived I find that I have not been moving the bellows, so there was no sound at all, and that it has nevertheless been going on for some time.",
        photos: ["dance-1e"],
      },
      {
        week: 4,
        prompt: "Which word of the jargon have you learned, and what did you think it meant before?",
        highlight: "Eight bars of a waltz, in the right order, with the cat still in the room.",
        gratitude: "The man at the repair shop, who charged me for the reed and not for the talk.",
        content:
          "Register. I took it for the book at the back of church. It is the row of switches over the keys, and each is named after something else: bassoon, violin, and one that the manual calls “master”, which is all of them at once and was heard by the postman. If anybody has the second half of the manual, the shop said to write to reeds@squeezebox-repairs.example and ask for Morag.",
        photos: ["garland-1e"],
      },
    ],
  },
  {
    firstName: "Gwen",
    lastName: "Pritchard",
    theme: "pet",
    type: "my-cat-and-me",
    title: "The Mayor of Number Nine",
    joinedDaysAgo: 40,
    weeks: [
      {
        week: 1,
        prompt: "Who is the cat, and what’s your job in the cat’s house?",
        highlight: "He sat on the form while I was filling it in, over the line for my name.",
        gratitude: "The previous owners, who left a saucer and no note.",
        content:
          "The cat is Mr Pargeter, nine or thereabouts, grey, with a bib. He came with the house. I am the person who knows how the cupboard opens. My hours are his hours and there is no lunch. I asked him once what would happen if I gave notice, and he looked for a long while at a place just to the left of me, as people do when the news is bad and somebody else is going to have to break it.",
        photos: ["table-1e"],
      },
      {
        week: 2,
        prompt: "How did you come by each other, and who did the choosing?",
        highlight: "He has moved from the shed to the stairs, one stair a day.",
        gratitude: "A boiler that clicks before it comes on, so that we both know.",
        content:
          "I chose the house. I had been told about the damp, the roof and the man at number 11, and nobody had mentioned a cat. On the first night I ate a tin of sardines standing up, because the chairs were still in the van, and when I turned round there he was on the draining board, with the look of a landlord who had been assured that it would be a professional couple.",
        photos: ["garden-3e"],
      },
      {
        week: 5,
        prompt: "Follow the cat’s rounds for a day and draw up the timetable.",
        highlight: "He let a child stroke him. It was an accident, but I saw.",
        gratitude: "The baker’s van, which is his clock and by now mine.",
        content:
          "6.10, the bedroom, to see whether I am dead. 6.15, the dish. 7.00, wall, facing the road, for the schoolchildren. 9.30, the bonnet of the baker’s van while it is warm. 10.00 to 3.00, the chair. 3.05, number 11, where I believe he is called Tigger and gets ham. 5.00, back, thin, calling out. 9.00, my lap, until I need something from another room. Midnight, elsewhere. I have not been told.",
        photos: ["garden-4e"],
      },
    ],
  },
  {
    firstName: "Tariq",
    lastName: "Iqbal",
    theme: "education",
    type: "university-year",
    title: "Third Floor, No Lift",
    joinedDaysAgo: 33,
    weeks: [
      {
        week: 1,
        prompt: "What have you brought with you this year that you already know you won’t need?",
        highlight: "Carried a desk up three floors with a man I had met on the second.",
        gratitude: "Mum, who hid ten pounds in the rice cooker and said nothing about it.",
        content:
          "An iron. A second iron, from my uncle, in case. A folding bicycle that does not fold. All of Year 13 chemistry, and I am reading law. A tie. A whistle. The good scissors, which I have since been told are being missed. I have a box that I have now carried up and down those stairs in three different years without ever opening it, and I could not tell you what is in it, only what it weighs.",
        photos: ["table-2e"],
      },
      {
        week: 2,
        prompt: "Which shelf of which fridge is yours, and what’s on it?",
        highlight: "First proper meal at the table: nine people, five chairs, one pan.",
        gratitude: "Whoever drew a map of the fridge and signed it “a friend”.",
        content:
          "Third shelf, left half, as far as the tape. Half an onion in a mug. Butter with my name cut into it. A jar of Mum’s pickle which has been moved to the back by somebody frightened. On the door there is milk for everybody, paid for by Josh, whose letter from the bank was on the table underneath it when I took the photo for this.",
        photos: ["table-3e"],
      },
      {
        week: 4,
        prompt: "How do you get from bed to your first class, and what’s your fastest time?",
        highlight: "Eleven minutes and forty seconds, with one shoe done up on arrival.",
        gratitude: "The green man on Park Row, who was with me the whole way.",
        content:
          "Sixty-two stairs, the alley with the bins, the short cut through the back of the chip shop that they pretend not to know about, and then the hill. The record is mine and was set on a Tuesday when I woke at eight minutes to. I sat down next to somebody who moved her bag, looked at me, and passed me a comb. We have not spoken, but she keeps the seat.",
        photos: ["lake-3e"],
      },
    ],
  },
  {
    firstName: "Oscar",
    lastName: "Nuttall",
    theme: "pet",
    type: "puppys-first-year",
    title: "Pickle",
    joinedDaysAgo: 23,
    weeks: [
      {
        week: 1,
        prompt: "How did the first night go, as told by you and as told by the puppy?",
        highlight: "She fell asleep in the washing-up bowl, and we washed up round her.",
        gratitude: "The radio, left on low. She seems to like the shipping forecast.",
        content:
          "As told by me: she was put to bed at ten in the kitchen with a hot-water bottle and a clock, and the door was closed. By half past I was on the floor beside her in my coat. As told by the puppy: at ten he was put out of his own bedroom by a woman. He was very upset and I let him sleep with me. He made noises until about four, but I have hopes of him.",
        photos: ["pup-1e"],
      },
      {
        week: 2,
        prompt: "Where did the name come from, and what gets shouted in its place?",
        highlight: "She came when called. It was somebody else calling, but she came.",
        gratitude: "The vet’s receptionist, who wrote Pickle on the card without a word.",
        content:
          "From the jar she got her head into on the way home. It was meant to do until we had thought of something better. What is shouted is “Pickpickpick”, “Oi”, “Drop it”, and, once, in the park, “Margaret”, which is my mother’s name. If she is found with the tag off, the surgery has asked us to give everybody their number, which is 01632 960 143, and to say that it is about the jar.",
        photos: ["beach-1e"],
      },
      {
        week: 3,
        prompt: "List the damage so far: what it was, whose it was, and what was said.",
        highlight: "Nothing on Thursday. We went about the house looking for it.",
        gratitude: "Slippers, which come in twos, so that there is always a memory of the other.",
        content:
          "One slipper, mine: “She’s gone quiet.” One corner of the rug, the landlord’s: “It’ll brush out.” The bottom half of a tax return: “They can hardly blame the dog.” A pear. The lead, while she was on it. One remote control, of which the volume survives. She has a good soft mouth, says the trainer, and handed me back what was left of his glove.",
        photos: ["beach-3e"],
      },
    ],
  },
];
