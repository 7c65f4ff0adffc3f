import { numberInWords } from "~/domain/kernel/text/numbers";
import { VOUCHER_MONTHS } from "~/domain/kernel/time/voucher-validity";
import { MAKING_WEEKS, WEEKS } from "../rules/calendar";
import { everyJourney, type LoopTypeEntry, type Theme } from "./loop-type";

export const educationTheme: Theme = {
  id: "education",
  name: "Education",
  plural: "Education",
  description: "School year, university, a new skill, first year at school",
  lead: {
    purchase:
      "Four loops for years that start with a first day. Choose the one that’s nearest; you can give it your own title later.",
    gift: "Four loops for people who are about to learn something. Choose the one that’s nearest; they can choose another when they start.",
  },
  hero: {
    line: "First bell to",
    turn: "last day of term.",
    text: "The new shoes, the wobbly reading, the friend called Alfie. A whole school year, kept.",
  },
  image: "/artwork/scene-education.svg",
  sortOrder: 3,
  hidden: false,
};

export const educationLoopTypes: readonly LoopTypeEntry[] = [
  {
    key: "my-school-year",
    displayName: "My School Year",
    active: true,
    image: "/artwork/m-my-school-year.svg",
    sortOrder: 1,
    journeys: everyJourney,
    titleExample: "Year Four, by One Who Was There",
    purchase: {
      description:
        "One school year, from whichever week you join it: the spellings, the wet play, the packed lunch that came home again. A grown-up does the typing; the pupil supplies the facts.",
      bullets: [
        "Questions that get further than “fine”",
        "Room for a drawing, a certificate or a volcano",
        "Holidays count, and so do inset days",
      ],
    },
    gift: {
      description:
        "For a child you’d like to hear from and the grown-up who’ll do the typing. A question a week through the school year, and a luxury hardback at the end of it.",
      bullets: [
        "Give it in September or any other month. It runs from the week they start",
        "The voucher prints on ordinary paper and folds into a card",
        "A parent or guardian redeems it and looks after the account",
        `Valid for ${VOUCHER_MONTHS} months, with the book and UK delivery paid for`,
      ],
    },
    example: {
      highlight: "I got the peg by the radiator. Everybody wanted the peg by the radiator.",
      gratitude: "Mr Okafor, for saying my name right first go.",
      prompt: "What’s in your bag as this year begins, from the top down to the crumbs?",
      reflection:
        "On top, a reading record with nothing in it, which is the best it will ever look. Then lunch: cheese, because Dad did it, and a plum I didn’t ask for. A pencil case with a zip that only I can do. Eleven felt tips. There were twelve. A conker, which is early, but it was just lying there. My PE top, still folded in the shape of the shop. A letter about a trip to a sewage works, and I am not joking, it’s a real trip and I really want to go. Under that, a ruler with last year’s teacher’s name on it by mistake. Under that, crumbs. I think they’re from Year Three. I’m leaving them in for luck.",
      photo: null,
    },
  },
  {
    key: "university-year",
    displayName: "University Year",
    active: true,
    image: "/artwork/m-university-year.svg",
    sortOrder: 2,
    journeys: everyJourney,
    titleExample: "Second Year, Top Floor, No Lift",
    purchase: {
      description:
        "One year of it: the kitchen with nine people’s saucepans, the lecture you nearly understood, the friend from the fire drill.",
      bullets: [
        "First year, final year, or the one you’re repeating",
        "A question a week, quicker to answer than finding a clean fork",
        "Reading weeks and long vacations included",
        "We deliver the book wherever you’re living in the UK by then",
      ],
    },
    gift: {
      description:
        "They won’t ring every week. This is somewhere to put it all, with a luxury hardback at the end that they might show you.",
      bullets: [
        "Emailed with your message on a day you choose, or printed and tucked in with the saucepans",
        `They start when they’ve found the launderette, any time within ${VOUCHER_MONTHS} months`,
        "What they write stays theirs: you won’t see it unless they show you",
        "The book and UK delivery are paid for, so there’s nothing for a student to pay",
      ],
    },
    example: {
      highlight:
        "Nine strangers went out for the fire drill in their pyjamas and eight friends and Gareth came back.",
      gratitude: "The porter who carried my books up three floors and only remarked on it twice.",
      prompt: "What have you brought with you this year that you already know you won’t need?",
      reflection:
        "An iron. A second iron, from Gran, in case of the first. A toast rack. Sixteen coat hangers, for four garments. A book called Cooking for One, when there are nine of us round a single working ring and somebody’s already sharing out the rice. A dressing gown that would do for an archbishop. My school tie; I don’t know, it was in the drawer. Mum had slipped in a torch, a sewing kit and a laminated card with our own phone number on it, which I’ve known since I was four. I laughed when I found the card. Then I put it up over the desk, and so far it’s the only thing in the room that looks as if it lives here.",
      photo: null,
    },
  },
  {
    key: "learn-a-new-skill",
    displayName: "Learn a New Skill",
    active: true,
    image: "/artwork/m-learn-a-new-skill.svg",
    sortOrder: 3,
    journeys: everyJourney,
    titleExample: "A Year of Bad Scarves",
    purchase: {
      description:
        "For the year you take up the fiddle, sourdough or backstroke. Keep the wrong notes too. They’re the good bits.",
      bullets: [
        "Any skill at all, however useless",
        `Photos of week 1 to compare with week ${WEEKS}`,
        "Kind about the weeks when you didn’t practise",
      ],
    },
    gift: {
      description:
        "To go with the banjo. A question a week for somebody starting from scratch, and a luxury hardback of how far they got.",
      bullets: [
        "Suits any subject they’ve ever threatened to take up",
        "The voucher prints at home, or arrives by email on the day you choose",
        `They have ${VOUCHER_MONTHS} months to start, which is about right`,
        "No lessons included, and no recitals",
      ],
    },
    example: {
      highlight: "I put my face in. Both eyes open. There was a plaster.",
      gratitude: "The lifeguard, who looked at the clock every time I looked at her.",
      prompt: "What can’t you do yet? Describe yourself trying.",
      reflection:
        "Swim. I’m fifty-eight and I can’t swim. Seen from the gallery, a woman in a new navy costume comes down the steps backwards, as if from a loft. She stands in water to the waist, in the lane marked Slow, being overtaken by a man who must be ninety. She lets go of the rail with one hand and waves at nobody, to show that she can. Then the float. She lies on it the way you’d lie on a stranger’s coffee table. Her legs go down one after the other, like a couple leaving a party. She stands up, coughs, adjusts a strap and looks round as though that had been the plan. I’ve paid for ten of these.",
      photo: null,
    },
  },
  {
    key: "first-year-at-school",
    displayName: "First Year at School",
    active: true,
    image: "/artwork/m-first-year-at-school.svg",
    sortOrder: 4,
    journeys: everyJourney,
    titleExample: "The Coat with Room to Grow",
    purchase: {
      description:
        "The year that starts with a coat too big and ends with one too small. The peg, the letter sounds, the news that comes out sideways at bath time.",
      bullets: [
        "Kept by a grown-up, who also needs something to do at ten past nine",
        "Questions for both ends of the walk to school",
        "Space for first writing, backwards letters and all",
        "Half terms and bad weeks can wait and be filled in later",
      ],
    },
    gift: {
      description:
        "For a family with a child about to start school. One question a week from the first morning to the summer, and a luxury hardback of what happened in between.",
      bullets: [
        "Give it in August, in good time for the first day",
        "Have it emailed on the first day of term, or print it for the fridge door",
        "An adult looks after the account and decides who reads it",
        `Valid for ${VOUCHER_MONTHS} months; the book arrives about ${numberInWords(MAKING_WEEKS)} weeks after week ${WEEKS}`,
      ],
    },
    example: {
      highlight: "She told us she’d done school now, thank you, and was sorry to hear about Tuesday.",
      gratitude: "Mrs Bell on the gate, who knew every name by ten to nine, and three of the dogs’.",
      prompt: "Lay out the school clothes, coat and all. What’s too big, and by how many fingers?",
      reflection:
        "They’re on the landing, in the shape of a person lying down. Cardigan: two fingers at the cuff, three if she’s being a ghost. Pinafore down to the shins; the knees are due back in the summer. The coat is four fingers too big everywhere and has to be walked in slowly, like a tent. Only the shoes fit. She has been up and down the landing in them since Thursday, listening. I’ve sewn a name in everything, including, at half past eleven, one of her father’s handkerchiefs. My mother cried in the shop and blamed the lighting. The owner of the coat doesn’t know she’s small. She thinks she’s enormous, and wants to be sure they’ll have a peg that size.",
      photo: null,
    },
  },
];
