/** An address that its owner recognises and a stranger can't write to: "g…@e….com". */
export function maskedEmail(address: string): string {
  const [name = "", domain = ""] = address.split("@");
  return `${firstOf(name)}…@${firstOf(domain)}…${domain.slice(domain.lastIndexOf("."))}`;
}

const firstOf = (text: string) => [...text][0] ?? "";
