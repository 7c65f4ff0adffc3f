import { search } from "~/domain/backoffice/search/search.server";
import { isDay } from "~/domain/kernel/time/days";
import { endOfLondonDay, startOfLondonDay } from "~/domain/kernel/time/instants";
import { AREAS, type AuditFilter } from "~/domain/people/staff/audit-log.server";
import type { StaffRole } from "~/domain/people/staff/permissions";

/** What a search of the audit log asks for, as written in its address or in the form of its file. */
export interface AuditQuery {
  q: string;
  area: string;
  by: string;
  from: string;
  until: string;
}

/** The fields of the query whose day does not exist, such as 30 February. */
export function daysNotThere(values: Pick<URLSearchParams, "get">): { from: boolean; until: boolean } {
  const isWrong = (name: string) => {
    const day = (values.get(name) ?? "").trim();
    return day !== "" && !isDay(day);
  };
  return { from: isWrong("from"), until: isWrong("until") };
}

/** Reads the query; a day that does not exist is left out. */
export function readAuditQuery(values: Pick<URLSearchParams, "get"> | FormData): AuditQuery {
  const text = (name: string) =>
    String(values.get(name) ?? "")
      .slice(0, 200)
      .trim();
  const day = (name: string) => (isDay(text(name)) ? text(name) : "");
  const area = AREAS.find((one) => one === text("area")) ?? "all";
  return { q: text("q"), area, by: text("by"), from: day("from"), until: day("until") };
}

/**
 * The same in instants: days are London's, and both ends are included. Words also find the acts on every person, order,
 * voucher and shipment that this role finds by them.
 */
export function filterOf({ q, area, by, from, until }: AuditQuery, role: StaffRole): AuditFilter {
  return {
    search: q,
    subjects: q === "" ? [] : search(q, role).flatMap(({ ids }) => ids),
    area: AREAS.find((one) => one === area) ?? "all",
    staffId: by === "" ? null : by,
    from: from === "" ? null : startOfLondonDay(from),
    until: until === "" ? null : endOfLondonDay(until),
  };
}
