export const INVALID_LINK_SENTENCE = "Invalid or expired reset link. Please request a new one.";
