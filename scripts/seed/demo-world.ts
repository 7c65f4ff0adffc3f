import { formatVoucherCode } from "../../app/domain/shop/vouchers/code";
import { CAST, type Person, STAFF } from "./cast";
import { admitPerson, type MadePerson, type Means, makeStaffMember, writeWeeks } from "./world";

/** The whole demo world: everybody of the cast, and a page with their logins. */

const EVERYBODY = Object.values(CAST) satisfies Person[];

/** Creates everybody as they are at `now`, and reports each one. Returns the text of the logins page. */
export async function makeDemoWorld(now: Date, means: Means, tell: (line: string) => void): Promise<string> {
  const admitted: { person: Person; made: MadePerson }[] = [];
  for (const person of EVERYBODY) {
    admitted.push({ person, made: await admitPerson(person, now, means.payments) });
  }
  for (const member of Object.values(STAFF)) await makeStaffMember(member, now);
  const written = await Promise.allSettled(
    admitted.map(async ({ person, made }) => {
      await writeWeeks(person, made, means.album);
      tell(`  ${nameOf(person)}: ${summaryOf(person, made)}`);
    }),
  );
  for (const result of written) if (result.status === "rejected") throw result.reason;
  return describeLogins(admitted.flatMap(({ made }) => made.voucherCode ?? []));
}

const nameOf = ({ firstName, lastName }: Person) => `${firstName} ${lastName}`;

function summaryOf(person: Person, made: MadePerson): string {
  if (person.loop) return `${person.loop.title}, ${person.loop.weeks.length} weeks written`;
  return made.voucherCode ? "bought a voucher" : "has an account";
}

/** The logins and what they demonstrate, as plain lines. */
function describeLogins(codes: readonly string[]): string {
  return [
    "Demo logins",
    ...EVERYBODY.flatMap((person) => [
      "",
      `${nameOf(person)}: ${person.shows}`,
      `  email     ${person.email}`,
      `  password  ${person.password}`,
    ]),
    "",
    `Callum’s voucher  ${codes.map(formatVoucherCode).join(", ")}`,
    "",
    "Staff of the demo world, and of no other; they sign in at /hyperloop",
    ...Object.values(STAFF).flatMap((member) => [
      "",
      `${member.name}: ${member.role}`,
      `  email     ${member.email}`,
      `  password  ${member.password}`,
      `  secret    ${member.totpSecret}, for an authenticator; or a code by`,
      `            npm run staff -- demo-code --email ${member.email}`,
    ]),
    "",
  ].join("\n");
}
