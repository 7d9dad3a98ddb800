import type { PortalOutputs } from "../client/trpc.ts";

export type Team = PortalOutputs["teams"]["list"]["teams"][number];
