/** The promise about our news, as the privacy policy makes it; the label of the box is `MARKETING_WORDING`. */
export const NEWS_RULE =
  "Our news, only if you tick the box for it. We record what the box said, and when and where you ticked it. You can change your mind any time in your account settings, or by writing to us.";
