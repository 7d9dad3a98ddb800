import type { PortalOutputs } from "../client/trpc.ts";
import { useInvalidate } from "../client/use-invalidate.ts";

export type Calendar = PortalOutputs["holidayCalendars"]["get"]["holidayCalendar"];

/** What changes with a calendar: also whether it is the organization's. */
export const useInvalidateCalendars = () =>
  useInvalidate((client) => [client.holidayCalendars.pathFilter(), client.organization.pathFilter()]);
