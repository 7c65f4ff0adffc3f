/** A few more general ones, for weeks whose own question only fits its own time of the year. */
export const sparePrompts: readonly string[] = [
  "Which of your plans did the week ruin, and which did it improve?",
  "Who is overdue a letter from you, and how would it start?",
  "Describe a queue you stood in, from the front to the back.",
  "What’s on the nearest windowsill? Tell the story of one thing there.",
  "What turned up that you’d given up looking for?",
  "Who held a door for you, and what were you carrying?",
  "Which noise does your home make that visitors ask about?",
  "What did you only think of saying on the way home?",
];
