/**
 * What somebody agrees to by saving a week or a draft of it: text about health, faith and the like is a special
 * category of data, kept on explicit consent alone (UK GDPR art. 9(2)(a)).
 */
export const PRIVATE_MATTERS =
  "If this week says something about health, faith or other private matters, saving it, even as a draft, means you agree that we keep it and print it for you.";

/** Where the privacy policy says more of it. */
export const PRIVATE_MATTERS_PATH = "/privacy#needed";
