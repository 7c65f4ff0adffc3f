import { isRefusal, type Refusal } from "./refusal";

/** The texts of the page for anything refused, missing or broken. */

type Words = Pick<Refusal, "title" | "text"> & Partial<Pick<Refusal, "resend">>;

/**
 * What the page says of a refused request: the refusal's own error message, or that of its status; null is an internal
 * error.
 */
export function refusalWords(response: { status: number; data: unknown } | null): Words {
  return isRefusal(response?.data) ? response.data : wordsFor(response?.status);
}

/** What each status tells a visitor. */
const STATUS_LABELS: Record<number, Words> = {
  400: { title: "That didn’t work", text: "Invalid request. Please check your input and try again." },
  401: { title: "Please sign in", text: "Authentication required. Please log in and try again." },
  403: {
    title: "Access denied",
    text: "Access denied. You do not have permission to perform this action.",
  },
  404: {
    title: "We can’t find that page",
    text: "Resource not found. The requested item may have been moved or deleted.",
  },
  405: { title: "You can’t do that here", text: "Please use the buttons on the page." },
  409: {
    title: "You can’t change that any more",
    text: "Something here has changed since you opened this page, or has gone to print. Please go back and check.",
  },
  422: { title: "Please check what you typed", text: "Validation failed. Please check your input." },
  429: { title: "Too many requests", text: "Too many requests. Please wait a moment and try again." },
  500: {
    title: "Something went wrong",
    text: "Server error. Please try again later or contact support if the problem persists.",
  },
  503: {
    title: "Back in a few minutes",
    text: "Service temporarily unavailable. Please try again in a few minutes.",
  },
};

function wordsFor(status = 500): Words {
  const nearest = status >= 502 && status <= 504 ? 503 : status < 500 ? 400 : 500;
  return STATUS_LABELS[status] ?? STATUS_LABELS[nearest] ?? { title: "Something went wrong", text: "" };
}
