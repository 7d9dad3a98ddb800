import type { PortalOutputs } from "../client/trpc.ts";

export type Key = PortalOutputs["serviceAccounts"]["get"]["serviceAccount"];
export type KeyPage = PortalOutputs["serviceAccounts"]["list"];
export type HistoryPage = PortalOutputs["serviceAccounts"]["audit"]["list"];
export type HistoryEntry = HistoryPage["entries"][number];
