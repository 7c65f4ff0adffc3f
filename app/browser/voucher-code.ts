import { codeInLink } from "~/domain/shop/vouchers/code";

/**
 * Printed squares and email links bring the code after "#", which no server sees. It is put into the field and removed
 * from the address, so that no history keeps it.
 */

const field = document.querySelector<HTMLInputElement>("[data-voucher-code]");
const code = codeInLink(decodeURIComponent(location.hash.slice(1)));
if (field && code) {
  if (field.value === "") field.value = code;
  history.replaceState(null, "", location.pathname + location.search);
}
