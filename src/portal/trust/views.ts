import type { PortalOutputs } from "../client/trpc.ts";
import { useInvalidate } from "../client/use-invalidate.ts";
import { formatCents } from "../ui/format.ts";
import { approvalsTab } from "./strings.ts";

export type WaitingDisbursement = PortalOutputs["trustDisbursements"]["listWaiting"]["waiting"][number];
export type TrustAccount = PortalOutputs["trustAccounts"]["list"]["trustAccounts"][number];
export type TrustLedger = PortalOutputs["trustLedgers"]["list"]["trustLedgers"][number];
export type TrustTransaction = PortalOutputs["trustTransactions"]["list"]["trustTransactions"][number];
export type Reconciliation = PortalOutputs["trustAccounts"]["reconciliation"]["get"]["reconciliation"];
export type MatchedLine = PortalOutputs["bankLines"]["listMatched"]["bankLines"][number];
export type ClosedReconciliation = PortalOutputs["trustReconciliations"]["list"]["reconciliations"][number];

/** Whatever moves the clients' money changes balances, lists and reconciliations. */
export const useInvalidateTrust = () =>
  useInvalidate((trpc) => [
    trpc.trustDisbursements.pathFilter(),
    trpc.trustAccounts.pathFilter(),
    trpc.trustLedgers.pathFilter(),
    trpc.trustTransactions.pathFilter(),
    trpc.trustReconciliations.pathFilter(),
    trpc.bankLines.pathFilter(),
  ]);

export const describeAfter = (cents: number) =>
  cents < 0 ? approvalsTab.short(formatCents(-cents)) : formatCents(cents);

/** The lienholder to those who see medical data. */
export const namePayee = ({ disbursement: { payee, lienholder, payeeType } }: WaitingDisbursement) =>
  payee?.name ?? lienholder?.name ?? approvalsTab.payeeTypes[payeeType];
