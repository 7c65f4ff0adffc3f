import { askForAccents } from "~/domain/kernel/text/email-addresses";
import { takesAccents } from "~/domain/mail/outbox/accents.server";

/** Lets forms, which know nothing of a relay, take an address with accents before the @ where ours does. */
export const letFormsTakeAccents = () => askForAccents(takesAccents);
