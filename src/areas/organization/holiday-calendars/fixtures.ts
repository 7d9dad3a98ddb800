import { buildHolidayCalendar } from "../../../../prisma/seed/builders/organizations.ts";
import type { Values } from "../../../../prisma/seed/builders/records.ts";
import { anInstant, asRead, newName, type Scenario } from "../../../testing/harness/requests/example-request.ts";
import { insertFor, type TestTenant } from "../../../testing/harness/tenant.ts";
import { describeFirmRecord } from "../../../testing/harness/tenant-requests.ts";
import { createOffice } from "../offices/fixtures.ts";
import { holidayCalendar, verified } from "./examples.ts";

/**
 * The federal calendar as the organization's own, unverified.
 *
 * @returns its id
 */
export async function createCalendar(
  tenant: TestTenant,
  values: Partial<Values<"HolidayCalendar">> = {},
): Promise<string> {
  const { organizationId } = tenant;
  const calendar = buildHolidayCalendar({ organizationId, ...values });
  return (await insertFor(tenant, { HolidayCalendar: calendar })).HolidayCalendar.id;
}

/** A row in each table of offices and holiday calendars. */
export async function createOrganizationRows(tenant: TestTenant): Promise<void> {
  await createOffice(tenant);
  await createCalendar(tenant);
}

const calendars = describeFirmRecord({
  table: "HolidayCalendar",
  entity: "holiday_calendar",
  key: "holidayCalendar",
  parameter: "calendarId",
  changed: () => ({ name: newName() }),
  create: createCalendar,
});

export const calendarScenarios = {
  "holidayCalendarTemplates.list": () => Promise.resolve({}),
  "holidayCalendars.list": calendars.listed,
  "holidayCalendars.get": asRead(calendars.on({})),
  "holidayCalendars.create": calendars.created(() => ({ [holidayCalendar.name]: newName() })),
  "holidayCalendars.update": calendars.on({ diff: ({ exceptions }) => ({ exceptions: { from: [], to: exceptions } }) }),
  "holidayCalendars.delete": calendars.deleted,
  "holidayCalendars.verify": async (tenant) => {
    const { attorneyId: id } = tenant;
    const verifiedBy = { from: null, to: { id, firstName: "Ada", lastName: "Counsel" } };
    const { verificationNote: note, verifiedThroughOn } = verified;
    return calendars.on({
      diff: {
        verificationStatus: { from: "unverified", to: "verified" },
        verifiedThroughOn: { from: null, to: verifiedThroughOn },
        verifiedBy,
        verifiedAt: { from: null, to: anInstant },
        verificationNote: { from: null, to: note },
      },
    })(tenant);
  },
  "holidayCalendars.days.list": asRead(calendars.on({ query: { from: "2027-12-01", to: "2027-12-31" } })),
  "holidayCalendars.calculate": asRead(
    calendars.on({ query: { startOn: "2026-11-20", offset: "5", unit: "business_days" } }),
  ),
} satisfies Record<string, Scenario>;
