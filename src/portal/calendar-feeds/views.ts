import type { PortalOutputs } from "../client/trpc.ts";

export type Feed = PortalOutputs["calendarFeeds"]["list"]["feeds"][number];
