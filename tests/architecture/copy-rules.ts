/**
 * The words and patterns that no text for people has, each with what to write instead. Where a word has an honest use,
 * the pattern leaves it out.
 */

export interface CopyRule {
  readonly pattern: RegExp;
  readonly instead: string;
}

export const COPY_RULES: readonly CopyRule[] = [
  // One term for one thing.
  { pattern: /\be-mails?\b/gi, instead: "email" },
  {
    pattern: /\b(?:this|our|that|every|each|weekly|the) letters?\b(?! and| or| sounds|,? figures)|\bwe mail(?:ed)?\b/gi,
    instead: "email",
  },
  { pattern: /(?<!\/)\blog(?:ged|ging)? ?(?:in|on|off|out)\b(?!\.)/gi, instead: "sign in, sign out" },
  { pattern: /\btelephones?\b/gi, instead: "phone" },
  { pattern: /\bzip ?code\b/gi, instead: "postcode" },
  { pattern: /\b(?:your|my) dashboard\b|\bback to (?:the )?dashboard\b/gi, instead: "my loop" },
  { pattern: /\bgift(?:ed|ing)\b/gi, instead: "give, given" },
  { pattern: /\bGift (?:this|it|an|one|your|them)\b/g, instead: "give" },
  { pattern: /\bBegin (?:this|a|my|it)\b(?! Classic Loop| deletion)/g, instead: "Start" },
  { pattern: /^(?:Questions|(?:Good|Common) questions)$/g, instead: "FAQ, Frequently asked questions" },
  { pattern: /\b(?:you|they|we|I) begin\b/g, instead: "start" },
  { pattern: /(?<!The )\bopen (?:stitch(?:es)?|weeks?)\b|\blate weeks?\b/gi, instead: "missed week" },
  { pattern: /^(?:Not finished|Half[- ]written|Incomplete)\b/g, instead: "Unfinished" },
  {
    pattern:
      /\b(?:print|book|page) previews?\b|\bpreview (?:of )?(?:your|the) (?:book|pages|proof)\b|\bproof (?:PDF|copy|copies|book)\b|\bPDF proof\b|\bdraft of (?:your|the) book\b|\bmak(?:e|ing) (?:your|the) pages\b|\bpages (?:aren’t|are being) made\b|\bPDF so far\b/gi,
    instead: "the proof (the pages to check), the PDF (the file), your book so far (of an unfinished year)",
  },
  { pattern: /\bSave changes\b/g, instead: "Save Changes where specified, and elsewhere Save" },
  { pattern: /\bpet (?:loops?|theme)\b/g, instead: "pets" },
  { pattern: /\bhanded in\b/gi, instead: "submitted" },
  {
    pattern: /\b(?:color(?! emoji)|favorite|center|canceled|traveled|jewelry|organize[ds]?|recognize[ds]?)\b/gi,
    instead: "the British spelling",
  },
  // Translated English.
  {
    pattern:
      /\b(?:anew|once more|who(?:m)?ever|whom|by return|stands|is none|are none|as good as ever|as large as they came)\b/gi,
    instead: "plain present-day English",
  },
  { pattern: /\b(?:is|are|was|were|has|have|had|not|be) begun\b|\bbegun\b/gi, instead: "started" },
  {
    pattern:
      /\bmend(?:s|ing|ed)? (?:the|this|your|a|it|what|an) ?(?:week|entry|words|page)?\b(?<=week|entry|words|page|what|it)/gi,
    instead: "edit, change",
  },
  {
    pattern: /\b(?:goes|go|ends|going|moves) by (?:itself|themselves|ourselves)\b|\bby ourselves\b/gi,
    instead: "automatically, or who does it",
  },
  {
    pattern: /\blooks? (?:again|once)\b|\blook whether\b|\bsee whether\b/gi,
    instead: "check",
  },
  { pattern: /\b(?:gives?|giving|given|taken) back\b/gi, instead: "refund, return" },
  {
    pattern: /\b(?:a|the|no|this|that|which|what|wrong|whole) sum\b|\bsums\b/gi,
    instead: "amount, total",
  },
  {
    pattern: /\bempty means\b|\b(?:leave|left) (?:it|this|them|that) empty\b|\bleave empty\b/gi,
    instead: "Leave blank",
  },
  { pattern: /\bno more than that\b|\bis no more\b|\bthat is gone\b/gi, instead: "has been deleted" },
  { pattern: /\bof its own\b|\bof their own accord\b/gi, instead: "its own, or separate" },
  { pattern: /\bpost(?:ed)? (?:the|an|your) email\b|\bto be posted\b/gi, instead: "send" },
  { pattern: /\bnothing (?:need|has to) be\b/gi, instead: "you don’t need to" },
  { pattern: /\bopens (?:any|no)thing\b/gi, instead: "works" },
  { pattern: /\b(?:our|the|your) hands that\b|\bset by\b/gi, instead: "laid out" },
  { pattern: /\bnudges?\b|\bchange how we nudge\b/gi, instead: "email, remind" },
  { pattern: /\bto pick the other\b/gi, instead: "choose" },
  { pattern: /\bturned back\b|\bgo on by\b/gi, instead: "left, continue" },
  // Shapes.
  { pattern: /\p{L}'\p{L}/gu, instead: "the apostrophe ’" },
  { pattern: /(?<!\.)\.\.\.(?!\.)/g, instead: "…" },
  { pattern: /\d %/g, instead: "a percentage without a space" },
  { pattern: /\S {2,}\S/g, instead: "one space" },
  {
    pattern:
      /\b(?:cannot|do not|does not|did not|is not|are not|was not|were not|has not|have not|had not|will not|would not|could not|should not)\b/gi,
    instead: "the contraction",
  },
  {
    pattern: /(?:^|[.!?:;] )(?:There is|It is|That is|You are|We are|They are)\b(?! to\b)/g,
    instead: "the contraction",
  },
];

/** Sentences that the specification gives word for word. */
export const FIXED_SENTENCES: readonly string[] = [
  "Access denied. You do not have permission to perform this action.",
  "Authentication required. Please log in and try again.",
  "Login failed. Please check your credentials.",
  "Login failed. Please try again.",
  "Logout",
  "New passwords do not match",
  "Passwords do not match",
  "Please log in to view your dashboard",
  "Please use the login page",
  "Single sign-on login is deprecated. Please use POST /auth/login with email and password.",
  "There is a problem",
  "This voucher is not yet valid.",
  "Loading account settings...",
  "Changing Password...",
];

/** The labels that the specification writes with capitals, and names; every other is in sentence case. */
export const FIXED_CAPITALS: readonly string[] = [
  "Add New Address",
  "Add Your First Address",
  "Back to Packages",
  "Baby’s First Year",
  "Begin Your Loop",
  "Cancel Voucher",
  "Change Password",
  "Choose Classic",
  "Complete Your Journey",
  "Contact Support",
  "Copy Code",
  "Customer Enquiry",
  "Delete Account",
  "Delivery Address",
  "Delivery Addresses",
  "Download Raw Data",
  "Download Receipt",
  "Download Voucher",
  "Email Address Required",
  "Entry Not Found",
  "Gift a Loop",
  "Manual Redeem",
  "My Loop",
  "Order Book Copy",
  "Our Wedding Year",
  "Payment Error",
  "Preview Example",
  "Privacy Policy",
  "Read the Terms & Conditions",
  "Redeem Your Loop",
  "Redeem Your Voucher",
  "Redeem a Loop",
  "Resend Code",
  "Return Home",
  "Save Changes",
  "Share Loop",
  "Start Your First Loop",
  "Switch Loop",
  "Terms & Conditions",
  "United Kingdom",
  "Used Up",
  "Voucher Validated Successfully",
  "Your Cart is Empty",
];
