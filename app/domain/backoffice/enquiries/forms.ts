import { z } from "zod";
import { clean } from "~/domain/kernel/text/typed-text";
import { email, line } from "~/domain/people/accounts/forms";
import { MESSAGE_LEAST, MESSAGE_MOST, NAME_MOST } from "./enquiry";

/** The enquiry form, with its error messages. */

const text = (required: string) => z.string({ error: required });

export const enquiryForm = z.object({
  name: text("Name is required")
    .transform((value) => value.replace(/[<>]/g, ""))
    .pipe(line("Name is required", "Name", NAME_MOST)),
  email: email("Email is required"),
  message: text("Message is required")
    .transform((value) => clean(value, "lines"))
    .pipe(
      z
        .string()
        .min(1, "Message is required")
        .min(MESSAGE_LEAST, `Message must be at least ${MESSAGE_LEAST} characters`)
        .max(MESSAGE_MOST, `Message must be ${MESSAGE_MOST} characters or less`),
    ),
});

export type EnquiryForm = z.infer<typeof enquiryForm>;
