import type { PortalOutputs } from "../client/trpc.ts";

export type Office = PortalOutputs["offices"]["list"]["offices"][number];
