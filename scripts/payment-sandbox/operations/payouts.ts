import { LIST_PARAMETERS, listPage } from "../protocol/lists";
import { text } from "../protocol/parameters";
import { operation, retrieval } from "./operation";

const ROOT = "/v1/payouts";

const listAll = operation("GET", ROOT, { ...LIST_PARAMETERS, status: text(50) }, (work, input) =>
  listPage(work.store, "payout", ROOT, input, { status: input.status }),
);

export const PAYOUTS = [retrieval("payout", ROOT), listAll];
