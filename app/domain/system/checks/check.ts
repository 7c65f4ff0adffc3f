import type { AlarmKind } from "~/domain/kernel/alarms/alarm-kinds";

/**
 * One thing that can be wrong with the system, declared once: how it is assessed, who reads it, which alarm it raises
 * and what to do. `checks.server.ts` is the table; doctor, `/ready`, alarms, System page and start are loops over it.
 */

/** `unknown`: it could not be looked at, which is no pass. */
export type CheckState = "well" | "warning" | "failing" | "unknown";

/** What an alarm means and what to do about it: the page that its email and webhook lead to. */
export interface RunbookPage {
  title: string;
  /** What has happened, and what customers notice of it. */
  means: string;
  /** In order; the first is the quickest look, the last what to do if nothing else helped. */
  steps: readonly string[];
  /** Run beside the app, in its folder; without single quotes (`containerCommand`). */
  command?: string;
  /** Somebody resolves it and says why; otherwise it ends when a later check finds all well. */
  ends?: "staff";
}

/** What a check found. Messages are in plain English: no password, no key and no URL that lets its reader in. */
export interface Assessment {
  /** Where one check assesses several things, such as "Mail: certificate". */
  name?: string;
  state: CheckState;
  message: string;
  /** What to do about it, where the check itself doesn't say. */
  toDo?: string;
  /** The alarm's message: of what fails this one, where nothing else is said; null for none. */
  alarm?: string | null;
  /** Separates alarms of one kind. */
  about?: { type: string; id: string };
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
  /** Orders that were paid and gave nothing, as this worker follows them; without it a month is looked through. */
  unfulfilled?(now: Date): Promise<string[]>;
}

type Assessed = Assessment | readonly Assessment[];

export interface Check {
  /** Who reads it, by its name there. */
  readers?: {
    /** `/ready` and the System page. */
    ready?: string;
    /** The System page alone: the product does its work without it. */
    staff?: string;
    doctor?: string;
    /** The start page of the back office and its testing tools, by its id and its name there. */
    health?: { part: string; name: string };
    /** Said at the start of a production shop, too. */
    start?: true;
  };
  alarm?: RunbookPage & { kind: string };
  /** Told without a row, because while it lasts none can be written; once it has lasted for `afterMs`. */
  withoutRow?: { kind: AlarmKind; afterMs: number };
  /** Who raises it, each minute; the worker where nothing is said. */
  raisedBy?: "first web process" | "web";
  /** The order in one message: causes and waiting customers first; last what nobody notices or another alarm explains. */
  urgency?: "high" | "low";
  /** Without it alarms can't get out, so that the watcher outside hears nothing. */
  stopsHeartbeat?: true;
  /** What to do about it, at the doctor. */
  toDo?: string;
  /** Whether the shop uses it; if not, the doctor says nothing of it. */
  isUsed?(): boolean;
  assess(now: Date, given: Given): Assessed | Promise<Assessed>;
}

export const well = (message: string): Assessment => ({ state: "well", message });
export const warning = (message: string, toDo?: string): Assessment => ({ state: "warning", message, toDo });
export const failing = (message: string, toDo?: string): Assessment => ({ state: "failing", message, toDo });
export const unknown = (message: string, toDo?: string): Assessment => ({ state: "unknown", message, toDo });

/** Failing with this message, or well without one. */
export const failingIf = (message: string | null | undefined): Assessment =>
  message ? failing(message) : well("Nothing is wrong.");

export const named = (name: string, assessment: Assessment): Assessment => ({ ...assessment, name });

/** The command of many pages of the runbook. */
export const DOCTOR_COMMAND = "npm run doctor";
