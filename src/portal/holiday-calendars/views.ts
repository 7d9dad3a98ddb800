import type { PortalOutputs } from "../client/trpc.ts";
import { useInvalidate } from "../client/use-invalidate.ts";

export type Calendar = PortalOutputs["holidayCalendars"]["get"]["holidayCalendar"];

/** A calendar of the organization, which can be changed. */
export type SavedCalendar = Calendar & { id: string };

/** False for the shipped calendar that applies until the organization chooses one: it has no ID until it is copied. */
export function isSaved(calendar: Calendar): calendar is SavedCalendar {
  return calendar.id !== null;
}

/** What changes with a calendar: also whether it is the organization's. */
export const useInvalidateCalendars = () =>
  useInvalidate((client) => [client.holidayCalendars.pathFilter(), client.organization.pathFilter()]);
