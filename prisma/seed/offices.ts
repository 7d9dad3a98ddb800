import {
  federalTemplate,
  findTemplate,
  type CalendarTemplate,
} from "../../src/areas/organization/holiday-calendars/domain.templates.ts";
import { createId } from "../../src/platform/database/ids.ts";
import type { Row } from "../../src/platform/database/tables.ts";
import type { FirmDefinition } from "./firms.ts";
import { dayMilliseconds, toInstant } from "./random.ts";

interface Founded {
  organizationId: string;
  foundedAt: string;
}

export function buildOffices(
  { offices, phone, legalName }: FirmDefinition,
  { organizationId, foundedAt }: Founded,
): Row<"Office">[] {
  const times = { revision: 1, createdAt: foundedAt, updatedAt: foundedAt, deletedAt: null };
  return offices.map(({ name, line1, state, zipCode }, index) => ({
    // The database makes the key of a name.
    organizationId,
    id: createId("office", new Date(foundedAt)),
    name,
    nameKey: "",
    address: { line1, line2: legalName, city: name, state, zipCode },
    phone: index === 0 ? phone : null,
    fax: null,
    isPrimary: index === 0,
    jurisdictions: [state],
    externalId: null,
    ...times,
  }));
}

/**
 * The federal calendar, which an attorney verified through the end of next year; of the headquarters also that of its
 * courts, which nobody did.
 */
export function buildCalendars(
  definition: FirmDefinition,
  { organizationId, foundedAt }: Founded,
  now: number,
  attorney: Row<"Member">,
): Row<"HolidayCalendar">[] {
  const verifiedAt = toInstant(now - 20 * dayMilliseconds);
  const copy = (
    { templateKey, name, kind, jurisdiction, rules }: CalendarTemplate,
    isVerified: boolean,
  ): Row<"HolidayCalendar"> => ({
    organizationId,
    id: createId("holidayCalendar", new Date(foundedAt)),
    name,
    nameKey: "",
    kind,
    jurisdiction,
    templateKey,
    workWeek: [1, 2, 3, 4, 5],
    rules,
    exceptions: [],
    counties: [],
    isDefault: false,
    verifiedThroughOn: isVerified ? `${new Date(now).getUTCFullYear() + 1}-12-31` : null,
    verifiedByMemberId: isVerified ? attorney.id : null,
    verifiedAt: isVerified ? verifiedAt : null,
    verificationNote: isVerified ? "Compared with the list of the Office of Personnel Management." : null,
    warnedThroughOn: null,
    revision: isVerified ? 2 : 1,
    createdAt: foundedAt,
    updatedAt: isVerified ? verifiedAt : foundedAt,
    deletedAt: null,
  });
  const courts = definition.isHeadquarters ? findTemplate("pa_courts") : undefined;
  return [copy(federalTemplate, true), ...(courts === undefined ? [] : [copy(courts, false)])];
}
