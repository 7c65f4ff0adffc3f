// A printed square and a letter's link bring the code behind the "#", which no server sees. It is typed into the
// field and taken out of the address, so that it stays in no history.
const field = document.querySelector("[data-voucher-code]");
const brought = decodeURIComponent(location.hash.slice(1));
if (field && /^[0-9a-z]{4}-?[0-9a-z]{4}-?[0-9a-z]{4}$/i.test(brought)) {
  if (field.value === "") field.value = brought.toUpperCase();
  history.replaceState(null, "", location.pathname + location.search);
}
