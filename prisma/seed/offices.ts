import {
  federalTemplate,
  findTemplate,
  type CalendarTemplate,
} from "../../src/areas/organization/holiday-calendars/domain.templates.ts";
import type { Row } from "../../src/platform/database/tables.ts";
import { buildHolidayCalendar, buildOffice } from "./builders/organizations.ts";
import type { Values } from "./builders/records.ts";
import type { FirmDefinition } from "./firms.ts";
import { dayMilliseconds, toInstant } from "./random.ts";

/** A firm, and when it was founded. */
export interface Founded {
  organizationId: string;
  foundedAt: string;
}

/** The columns of a row that was there from the beginning. */
export const founding = ({ organizationId, foundedAt }: Founded) => ({ organizationId, createdAt: foundedAt });

export const describeOffices = ({ offices, phone }: FirmDefinition, founded: Founded): Values<"Office">[] =>
  offices.map(({ name, line1, state, zipCode }, index) =>
    buildOffice({
      ...founding(founded),
      name,
      address: { line1, line2: null, city: name, state, zipCode },
      phone: index === 0 ? phone : null,
      isPrimary: index === 0,
      jurisdictions: [state],
    }),
  );

/**
 * The federal calendar, which an attorney verified through the end of next year; of the headquarters also that of its
 * courts, which nobody verified.
 */
export function describeCalendars(
  definition: FirmDefinition,
  founded: Founded,
  now: number,
  attorney: Row<"Member">,
): Values<"HolidayCalendar">[] {
  const verifiedAt = toInstant(now - 20 * dayMilliseconds);
  const verified = {
    verifiedThroughOn: `${new Date(now).getUTCFullYear() + 1}-12-31`,
    verifiedByMemberId: attorney.id,
    verifiedAt,
    verificationNote: "Compared with the list of the Office of Personnel Management.",
    revision: 2,
    updatedAt: verifiedAt,
  };
  const copy = (
    { templateKey, name, kind, jurisdiction, rules }: CalendarTemplate,
    verification: Partial<Values<"HolidayCalendar">>,
  ) => buildHolidayCalendar({ ...founding(founded), name, kind, jurisdiction, templateKey, rules, ...verification });
  const courts = definition.isHeadquarters ? findTemplate("pa_courts") : undefined;
  return [copy(federalTemplate, verified), ...(courts === undefined ? [] : [copy(courts, {})])];
}
