import type { PortalOutputs } from "../client/trpc.ts";
import { useInvalidate } from "../client/use-invalidate.ts";
import { formatTime } from "../ui/format.ts";

export type Deadline = PortalOutputs["deadlines"]["get"]["deadline"];

/** What a second person decides on. */
export type Subject = "date" | "transition" | "recalculation";

export const useInvalidateDeadlines = () => useInvalidate((client) => [client.deadlines.pathFilter()]);

/** "Fri, Nov 20, 2026" */
export const formatDay = (on: string) => formatTime(`${on}T00:00:00Z`, { weekday: "short", month: "short", day: "numeric", year: "numeric", timeZone: "UTC" });
