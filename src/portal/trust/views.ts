import type { PortalOutputs } from "../client/trpc.ts";
import { useInvalidate } from "../client/use-invalidate.ts";

export type TrustAccount = PortalOutputs["trustAccounts"]["list"]["trustAccounts"][number];
export type TrustLedger = PortalOutputs["trustLedgers"]["list"]["trustLedgers"][number];
export type TrustTransaction = PortalOutputs["trustTransactions"]["list"]["trustTransactions"][number];

/** Whatever moves the clients' money changes balances and lists. */
export const useInvalidateTrust = () =>
  useInvalidate((trpc) => [
    trpc.trustAccounts.pathFilter(),
    trpc.trustLedgers.pathFilter(),
    trpc.trustTransactions.pathFilter(),
  ]);
