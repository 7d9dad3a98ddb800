import * as z from "zod";
import { wholePageInput } from "../../../contract/page.ts";
import { pageOfWhole } from "../../../platform/database/lists/whole-list.ts";
import { Id, Revision, changesSomething } from "../../../contract/values/values.ts";
import { Nothing, nothing, operation } from "../../../rpc/operation.ts";
import { createCalendar, deleteCalendar, updateCalendar } from "./domain.changes.ts";
import { calculateDate, getCalendar, listCalendars, listNamedDays, listTemplates } from "./domain.ts";
import { verifyCalendar } from "./domain.verification.ts";
import {
  CalculatedDate,
  Calculation,
  CalendarChanges,
  CalendarFilter,
  CalendarTemplate,
  DaySpan,
  HolidayCalendar,
  NamedDay,
  NewCalendar,
  Verification,
} from "./schema.ts";

const reading = { area: "Org & Team", scope: "org:read" } as const;
const changing = {
  area: "Org & Team",
  scope: "org:write",
  readBy: "org:read",
  etag: "holidayCalendar.revision",
} as const;
const Chosen = z.strictObject({ calendarId: Id });
const Shown = z.object({ holidayCalendar: HolidayCalendar });
const orDefault =
  "With `default` as ID it is the organization's business calendar: the shipped federal calendar, unverified, while the organization has chosen none.";

export const calendarProcedures = {
  "holidayCalendarTemplates.list": operation({
    area: "Org & Team",
    scope: null,
    route: "GET /holiday-calendar-templates",
    summary: "List shipped holiday calendars",
    description:
      "Returns the holiday calendars that Caseport ships, with the law that each rule was taken from. They are unverified: copy one with POST /holiday-calendars, and have an attorney check it.",
  })
    .input(z.strictObject(wholePageInput))
    .output(z.object({ templates: z.array(CalendarTemplate), nextCursor: z.string().nullable() }))
    .query(({ ctx, input }) => {
      const { rows: templates, nextCursor } = pageOfWhole(
        {
          organizationId: ctx.organizationId,
          name: "holiday-calendar-templates",
          keyOf: ({ templateKey }) => templateKey,
        },
        listTemplates(),
        input,
      );
      return Promise.resolve({ templates, nextCursor });
    }),

  "holidayCalendars.list": operation({
    ...reading,
    route: "GET /holiday-calendars",
    summary: "List holiday calendars",
    description: "Returns the organization's holiday calendars, newest first by default.",
  })
    .input(CalendarFilter)
    .output(z.object({ holidayCalendars: z.array(HolidayCalendar), nextCursor: z.string().nullable() }))
    .query(({ ctx, input }) => listCalendars(ctx, input)),

  "holidayCalendars.create": operation({
    ...changing,
    route: "POST /holiday-calendars",
    summary: "Create a holiday calendar",
    description:
      "Copies a shipped calendar (`templateKey` alone), or creates one of your own. It is unverified. Fails with 409 if another calendar has the name, ignoring case, or is the default of the jurisdiction.",
    emits: ["holiday_calendar.created"],
    created: { location: "/holiday-calendars/{holidayCalendar.id}" },
    errors: ["DUPLICATE_ENTRY", "INVALID_STATE_TRANSITION", "NOT_FOUND"],
  })
    .input(NewCalendar)
    .output(Shown)
    .mutation(async ({ ctx, input }) => ({ holidayCalendar: await createCalendar(ctx, input) })),

  "holidayCalendars.get": operation({
    ...reading,
    route: "GET /holiday-calendars/{calendarId}",
    summary: "Get a holiday calendar",
    description: orDefault,
    etag: "holidayCalendar.revision",
    isVolatile: true,
  })
    .input(Chosen)
    .output(Shown)
    .query(async ({ ctx, input }) => ({ holidayCalendar: await getCalendar(ctx, input.calendarId) })),

  "holidayCalendars.update": operation({
    ...changing,
    route: "PATCH /holiday-calendars/{calendarId}",
    summary: "Update a holiday calendar",
    description:
      "Changes the fields that you send, at least one; lists are replaced as a whole. A change of `workWeek`, `rules` or `exceptions` makes a verified calendar unverified.",
    emits: ["holiday_calendar.updated"],
    errors: ["STALE_REVISION", "DUPLICATE_ENTRY"],
  })
    .input(
      CalendarChanges.extend({
        calendarId: Id,
        expectedRevision: Revision.optional().meta({
          description: "The revision that the calendar must have; works like `If-Match`.",
        }),
      }).refine(...changesSomething("calendarId", "expectedRevision")),
    )
    .output(Shown)
    .mutation(async ({ ctx, input: { calendarId, expectedRevision, ...changes } }) => ({
      holidayCalendar: await updateCalendar(ctx, calendarId, changes, expectedRevision),
    })),

  "holidayCalendars.delete": operation({
    area: "Org & Team",
    scope: "org:write",
    readBy: "org:read",
    route: "DELETE /holiday-calendars/{calendarId}",
    summary: "Delete a holiday calendar",
    description:
      "Fails with 409 for the organization's business calendar, while an open deadline is counted in it, and while a case names it.",
    emits: ["holiday_calendar.deleted"],
    errors: ["STALE_REVISION", "INVALID_STATE_TRANSITION"],
  })
    .input(Chosen)
    .output(Nothing)
    .mutation(nothing(({ ctx, input }) => deleteCalendar(ctx, input.calendarId))),

  "holidayCalendars.verify": operation({
    ...changing,
    route: "POST /holiday-calendars/{calendarId}/verify",
    summary: "Verify a holiday calendar",
    description:
      "An attorney confirms the calendar through a day: the attorney for whom the key acts, else 409; in the portal the member, who must be an attorney.",
    emits: ["holiday_calendar.verified"],
    errors: ["FORBIDDEN", "INTEGRATION_NOT_CONFIGURED", "STALE_REVISION"],
  })
    .input(Verification.extend({ calendarId: Id }))
    .output(Shown)
    .mutation(async ({ ctx, input: { calendarId, ...wanted } }) => ({
      holidayCalendar: await verifyCalendar(ctx, calendarId, wanted),
    })),

  "holidayCalendars.days.list": operation({
    ...reading,
    route: "GET /holiday-calendars/{calendarId}/days",
    summary: "List closed days",
    description: `Returns the days that rules and exceptions name, by date. Weekends are not listed. ${orDefault}`,
  })
    .input(DaySpan.extend({ ...wholePageInput, calendarId: Id }))
    .output(
      z.object({
        days: z.array(NamedDay),
        nextCursor: z.string().nullable(),
        isVerified: z.boolean().meta({ description: "Whether the calendar was checked for the whole span." }),
      }),
    )
    .query(async ({ ctx, input: { calendarId, from, to, ...query } }) => {
      const { days: all, isVerified } = await listNamedDays(ctx, calendarId, { from, to });
      const list = {
        organizationId: ctx.organizationId,
        name: `closed-days ${calendarId} ${from} ${to}`,
        keyOf: ({ on, ruleKey }: z.infer<typeof NamedDay>) => `${on} ${ruleKey ?? ""}`,
      };
      const { rows: days, nextCursor } = pageOfWhole(list, all, query);
      return { days, nextCursor, isVerified };
    }),

  "holidayCalendars.calculate": operation({
    ...reading,
    route: "GET /holiday-calendars/{calendarId}/calculate",
    summary: "Calculate a date",
    description: `Counts from \`startOn\`, which is not counted itself. \`business_days\` end on an open day; other units are counted on the calendar, then moved by \`roll\`. ${orDefault}`,
  })
    .input(Calculation.extend({ calendarId: Id }))
    .output(z.object({ calculation: CalculatedDate }))
    .query(async ({ ctx, input: { calendarId, ...count } }) => ({
      calculation: await calculateDate(ctx, calendarId, count),
    })),
};
