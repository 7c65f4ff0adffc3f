import type { Letter } from "./letter-frame";
import * as part from "./letter-parts";
import { asPlainWords } from "./letter-parts";

/** The link by which one of the staff sets up their way in; it works once, for so many days. */
export function staffSetUp(facts: { name: string; setUpUrl: string; days: number; isNew: boolean }): Letter {
  const hello = `Hello ${asPlainWords(facts.name)},`;
  const what = facts.isNew
    ? "An account for HyperLoop, our back office, was made for you. Choose your password and set up your authenticator with this link."
    : "Your way into HyperLoop, our back office, was reset. Choose a new password and set up your authenticator anew with this link.";
  const life = `It works once, for ${facts.days} days. Nobody but you will know the password, and nobody will ever ask you for it.`;
  const stranger = "If you did not expect this, tell a super admin, and do not open it.";
  return {
    kind: "staff_set_up",
    subject: facts.isNew ? "Your account for HyperLoop" : "Set up HyperLoop again",
    preview: `The link works once, for ${facts.days} days.`,
    text: [hello, what, facts.setUpUrl, life, stranger].join("\n\n"),
    html: part.stretch(
      part.greeting(hello),
      part.headline(facts.isNew ? "Welcome aboard." : "Once more, then."),
      part.paragraph(what),
      part.button("Set up my account", facts.setUpUrl),
      part.paragraph(life),
      part.smallPrint(stranger),
    ),
  };
}
