/** A British postcode as the Royal Mail writes it, "HX7 8AB"; anything else stays as it was written. */
export function formatPostcode(written: string): string {
  const signs = written.toUpperCase().replace(/\s+/g, "");
  return /^[A-Z]{1,2}[0-9][0-9A-Z]?[0-9][A-Z]{2}$/.test(signs)
    ? `${signs.slice(0, -3)} ${signs.slice(-3)}`
    : written.trim();
}
