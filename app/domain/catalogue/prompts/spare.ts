/** A few more general ones, for weeks whose own question only fits its own time of the year. */
export const sparePrompts: readonly string[] = [
  "Which of your plans met the week, and which of the two gave way?",
  "Who is overdue a letter from you, and how would it start?",
  "Describe a queue you stood in, from the front to the back.",
  "What has been on the nearest windowsill all this while? Vouch for one of the things there.",
  "What turned up that you had quite given up looking for?",
  "Which door did somebody hold for you, and what were you carrying?",
  "What did the kettle, the stairs or the boiler have to say for itself?",
  "Put down a remark you only thought of afterwards, on the way home.",
];
