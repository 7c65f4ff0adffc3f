import { z } from "zod";
import { email, line } from "~/domain/accounts/forms";
import { MESSAGE_LEAST, MESSAGE_MOST, NAME_MOST, withPlainLineEnds } from "./enquiry";

/** The enquiry form, with its error messages. */

const text = (required: string) => z.string({ error: required });

/** Control characters, and characters that reverse or hide text; a message may contain line ends and tabs. */
const UNSEEN = /[^\P{Cc}\n\t]|[\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;

export const enquiryForm = z.object({
  name: text("Name is required")
    .transform((value) => value.replace(/[<>]/g, ""))
    .pipe(line("Name is required", "Name", NAME_MOST)),
  email: email("Email is required"),
  message: text("Message is required")
    .transform((value) => withPlainLineEnds(value).replace(UNSEEN, "").trim())
    .pipe(
      z
        .string()
        .min(1, "Message is required")
        .min(MESSAGE_LEAST, `Message must be at least ${MESSAGE_LEAST} characters`)
        .max(MESSAGE_MOST, `Message must be ${MESSAGE_MOST} characters or less`),
    ),
});

export type EnquiryForm = z.infer<typeof enquiryForm>;
