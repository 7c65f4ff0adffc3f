export const INVALID_LINK_MESSAGE = "Invalid or expired reset link. Please request a new one.";
