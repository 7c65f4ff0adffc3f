// Printed squares and email links bring the code after "#", which no server sees. It is put into the field and removed
// from the address, so that no history keeps it.
const field = document.querySelector("[data-voucher-code]");
const brought = decodeURIComponent(location.hash.slice(1));
if (field && /^[0-9a-z]{4}-?[0-9a-z]{4}-?[0-9a-z]{4}$/i.test(brought)) {
  if (field.value === "") field.value = brought.toUpperCase();
  history.replaceState(null, "", location.pathname + location.search);
}
