import { describeDay } from "./domain.mail-days.ts";
import type { TrustNotice } from "./schema.ts";

export function isAboutTrust(notice: { kind: string }): notice is TrustNotice {
  return notice.kind.startsWith("trust.");
}

/** The path of the portal at which the member can act. */
export function describeTrustPlace({ kind }: TrustNotice): string {
  if (kind === "trust.approval_requested") return "/trust/approvals";
  return kind === "trust.deposit_returned" || kind === "trust.checks_stale" ? "/trust" : "/trust/reconciliations";
}

const ofCase = (caseNumber: string | null): string => (caseNumber === null ? "" : ` (case ${caseNumber})`);

/** Neither amounts nor payees nor names of clients. */
export function describeTrust({ kind, parameters }: TrustNotice): { subject: string; sentences: string[] } {
  const account = `the trust account "${parameters.accountName}"`;
  switch (kind) {
    case "trust.approval_requested": {
      const { count, caseNumber } = parameters;
      const what = count === 1 ? "a disbursement" : `${count} disbursements`;
      return {
        subject: `Approval requested: ${what}${ofCase(caseNumber)}`,
        sentences: [
          `An integration requested ${what} from ${account} for case ${caseNumber}.`,
          "Approve or reject in the portal. Nothing is paid until a second person approves it.",
        ],
      };
    }
    case "trust.deposit_returned": {
      const { transactionNumber, caseNumber } = parameters;
      return {
        subject: `Deposit returned: ${parameters.accountName}${ofCase(caseNumber)}`,
        sentences: [
          `The bank returned a deposit to ${account}: transaction ${transactionNumber}${ofCase(caseNumber)}.`,
          "What was paid out of it must be covered. Do not issue further checks against it.",
        ],
      };
    }
    case "trust.reconciliation_due":
      return {
        subject: `Reconciliation due: ${parameters.accountName}`,
        sentences: [
          `The month that ended on ${describeDay(parameters.monthEndOn)} is not reconciled for ${account}.`,
          "Import the bank statement, match its lines, and close the reconciliation.",
        ],
      };
    case "trust.discrepancy_found":
      return {
        subject: `Discrepancy found: ${parameters.accountName}`,
        sentences: [
          `The balances of ${account} do not follow from its transactions.`,
          "Stop disbursements from the account and contact support. The server's log has the details.",
        ],
      };
    case "trust.checks_stale": {
      const { count, days } = parameters;
      return {
        subject: `Outstanding checks: ${parameters.accountName}`,
        sentences: [
          `${count === 1 ? "A check" : `${count} checks`} of ${account} ${count === 1 ? "has" : "have"} been outstanding for ${days} days or more.`,
          "Contact the payee, or void the check and issue another.",
        ],
      };
    }
    default:
      return kind satisfies never;
  }
}
