import { useInvalidate } from "../client/use-invalidate.ts";
import type { PortalOutputs } from "../client/trpc.ts";

export type Settings = PortalOutputs["communicationSettings"]["get"]["communicationSettings"];
export type Connection = NonNullable<Settings["connection"]>;
export type Suppression = PortalOutputs["suppressions"]["list"]["suppressions"][number];

export const useInvalidateSettings = () => useInvalidate((trpc) => [trpc.communicationSettings.pathFilter()]);
export const useInvalidateSuppressions = () => useInvalidate((trpc) => [trpc.suppressions.pathFilter()]);
