export interface Flash {
  tone: "ok" | "warn" | "bad" | "info";
  message: string;
  /** A second sentence that may comfort. */
  more?: string;
}
