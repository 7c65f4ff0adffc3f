/** What a route may ask of the gate, in its `handle`. */
export interface GateHandle {
  /** Larger bodies than an ordinary form's: the entry form with its photos. */
  form?: "entry";
  /** The body is checked by a signature of its own (webhooks) and reaches the action unread. */
  signed?: true;
  /** Answers on any host name: the health page, which a platform asks by address. */
  anyHost?: true;
}
