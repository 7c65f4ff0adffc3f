/**
 * Telling people outside: a webhook that takes alarms, and a watcher that expects a sign of life every minute. A method
 * never throws for what the other side does.
 */
export interface Alert {
  /** A line that says it all, such as a chat shows. */
  text: string;
  /** What the text is about, for software that reads it. */
  alarms: readonly {
    kind: string;
    state: "open" | "still_open" | "ended";
    title: string;
    message: string;
    since: Date;
    url: string;
  }[];
}

export type AlertResult = { ok: true } | { ok: false; message: string };

export interface AlertWebhook {
  post(alert: Alert): Promise<AlertResult>;
}

export interface Heartbeat {
  send(): Promise<AlertResult>;
}
