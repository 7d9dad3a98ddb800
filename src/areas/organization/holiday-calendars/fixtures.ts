import { buildHolidayCalendar } from "../../../../prisma/seed/builders/organizations.ts";
import type { Values } from "../../../../prisma/seed/builders/records.ts";
import {
  anInstant,
  asRead,
  newName,
  readId,
  type Arrangement,
  type ResponseBody,
  type Scenario,
} from "../../../testing/harness/requests/example-request.ts";
import { insertFor, type TestTenant } from "../../../testing/harness/tenant.ts";
import { aboutRow, changeShown } from "../../../testing/harness/tenant-requests.ts";
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

const touch = (id: string) => ({ entity: "holiday_calendar", id, relatedIds: [{ entity: "holiday_calendar", id }] });

const onCalendar =
  (more: Partial<Arrangement>): Scenario =>
  async (tenant) => {
    const calendarId = await createCalendar(tenant);
    return {
      ...aboutRow(tenant, "HolidayCalendar", { calendarId }, { name: newName() }),
      touched: () => touch(calendarId),
      standsAlone: true,
      ...more,
    };
  };

export const calendarScenarios = {
  "holidayCalendarTemplates.list": () => Promise.resolve({}),
  "holidayCalendars.list": async (tenant) => {
    await createCalendar(tenant);
    return { query: { sort: "name" } };
  },
  "holidayCalendars.get": asRead(onCalendar({})),
  "holidayCalendars.create": (tenant) =>
    Promise.resolve({
      ownValues: { [holidayCalendar.name]: newName() },
      change: changeShown(tenant, "HolidayCalendar", "holidayCalendar", { name: newName() }),
      touched: (response: ResponseBody) => touch(readId(response, "holidayCalendar")),
      standsAlone: true,
      diff: {},
    }),
  "holidayCalendars.update": onCalendar({ diff: ({ exceptions }) => ({ exceptions: { from: [], to: exceptions } }) }),
  "holidayCalendars.delete": onCalendar({ recordIn: null, diff: { deletedAt: { from: null, to: anInstant } } }),
  "holidayCalendars.verify": async (tenant) => {
    const { attorneyId: id } = tenant;
    const verifiedBy = { from: null, to: { id, firstName: "Ada", lastName: "Counsel" } };
    const { verificationNote: note, verifiedThroughOn } = verified;
    return onCalendar({
      diff: {
        verificationStatus: { from: "unverified", to: "verified" },
        verifiedThroughOn: { from: null, to: verifiedThroughOn },
        verifiedBy,
        verifiedAt: { from: null, to: anInstant },
        verificationNote: { from: null, to: note },
      },
    })(tenant);
  },
  "holidayCalendars.days.list": asRead(onCalendar({ query: { from: "2027-12-01", to: "2027-12-31" } })),
  "holidayCalendars.calculate": asRead(
    onCalendar({ query: { startOn: "2026-11-20", offset: "5", unit: "business_days" } }),
  ),
} satisfies Record<string, Scenario>;
