export interface Flash {
  tone: "ok" | "warn" | "bad" | "info";
  message: string;
  /** A second sentence that may comfort. */
  more?: string;
  /** Seconds after which a script takes it away; without scripts it stays. */
  passesAfter?: number;
}
