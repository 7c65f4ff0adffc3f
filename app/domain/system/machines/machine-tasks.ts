/** What a machine beside the one that writes may do, and when it counts as being there. */

export const TASKS = ["reader", "photos", "books"] as const;
export type Task = (typeof TASKS)[number];
/** What is made without the database. */
export const MAKINGS = ["photos", "books"] as const satisfies readonly Task[];
export type Making = (typeof MAKINGS)[number];

export const TASK_NAMES: Readonly<Record<Task, string>> = {
  reader: "answers pages",
  photos: "makes sizes of photos",
  books: "makes books",
};

export const isTask = (word: string): word is Task => TASKS.some((task) => task === word);
