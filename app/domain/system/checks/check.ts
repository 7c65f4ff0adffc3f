/**
 * One thing that can be wrong with the system, declared once: how it is assessed, who reads it, the alarms it raises and
 * what to do. `checks.server.ts` is the table of all; the doctor, `/ready`, the alarms, the System page and the start
 * are loops over it.
 */

export const STATES = ["well", "warning", "failing", "unknown"] as const;
/** `unknown`: it could not be looked at, which is no pass. */
export type CheckState = (typeof STATES)[number];

/** What an alarm means and what to do about it: the page that its email and webhook lead to. */
export interface RunbookPage {
  title: string;
  /** What has happened, and what customers notice of it. */
  means: string;
  /** In order; the first is the quickest look, the last what to do if nothing else helped. */
  steps: readonly string[];
  /** Run beside the app, in its folder; without single quotes (`containerCommand`). */
  command?: string;
  /** `itself`: it ends when a later check finds all well. `staff`: somebody resolves it and says why. */
  ends: "itself" | "staff";
}

/** An alarm that is raised as long as this is found. */
export interface Condition<Kind extends string = string> {
  kind: Kind;
  /** Separates alarms of one kind. */
  about?: { type: string; id: string };
  message: string;
}

/** What a check found. Messages are in plain English: no password, no key and no URL that lets its reader in. */
export interface Assessment<Kind extends string = never> {
  /** Where one check assesses several things, such as "Mail: certificate". */
  name?: string;
  state: CheckState;
  message: string;
  /** What to do about it, where the check itself doesn't say. */
  toDo?: string;
  raises?: readonly Condition<Kind>[];
}

/** Responses of the web process in its last minutes, and how many were server errors. */
export interface ResponseCounts {
  responses: number;
  errors: number;
}

/** What a reader knows and a check can't read. */
export interface Given {
  /** The doctor may send an email to ourselves, and a message to the webhook of alarms. */
  sendsEmail?: boolean;
  responses?: ResponseCounts;
}

export interface Check<Kind extends string = string> {
  /** Who reads it, by its name there. */
  readers?: {
    /** `/ready` and the System page. */
    ready?: string;
    /** The System page alone: the product does its work without it. */
    staff?: string;
    doctor?: string;
    /** Said at the start of a production shop, too. */
    start?: true;
  };
  /** The alarms that it may raise, each with its page in the runbook. */
  alarms?: Readonly<Record<Kind, RunbookPage>>;
  /** Who raises them, each minute; `memory`: without a row. The worker where nothing is said. */
  raisedBy?: "first web process" | "web" | "memory";
  /** The order in one message: causes and waiting customers first; what nobody notices or another explains last. */
  urgency?: "high" | "low";
  /** Without it alarms can't get out, so that the watcher outside hears nothing. */
  stopsHeartbeat?: true;
  /** What to do about it, at the doctor. */
  toDo?: string;
  /** Whether the shop uses it; if not, the doctor says nothing of it. */
  isUsed?(): boolean;
  assess(now: Date, given: Given): Assessed<NoInfer<Kind>> | Promise<Assessed<NoInfer<Kind>>>;
}
type Assessed<Kind extends string> = Assessment<Kind> | readonly Assessment<Kind>[];

/** Declares a check; a kind that it raises without a page does not compile. */
export const check = <const Kind extends string = never>(declared: Check<Kind>): Check<Kind> => declared;

export const well = (message: string): Assessment => ({ state: "well", message });
export const warning = (message: string, toDo?: string): Assessment => ({ state: "warning", message, toDo });
export const failing = (message: string, toDo?: string): Assessment => ({ state: "failing", message, toDo });
export const unknown = (message: string, toDo?: string): Assessment => ({ state: "unknown", message, toDo });

/** A failure whose alarm has the same message; well without one. */
export const alarming = <Kind extends string>(
  kind: Kind,
  message: string | null,
  about?: Condition["about"],
): Assessment<Kind> =>
  message === null ? well("Nothing is wrong.") : { ...failing(message), raises: [{ kind, message, about }] };

/** The command of many pages of the runbook. */
export const DOCTOR_COMMAND = "npm run doctor";
