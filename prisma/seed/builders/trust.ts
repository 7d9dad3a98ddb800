import { newId, type Given, type Values } from "./records.ts";

/** An account with its own ledgers: the firm's, of interest, and of what is not identified. */
export interface TrustAccountRecords {
  TrustAccount: Values<"TrustAccount">;
  TrustLedger: [Values<"TrustLedger">, Values<"TrustLedger">, Values<"TrustLedger">];
}

const system = { type: "system", id: "system", name: "Caseport" } as const;

/** An empty IOLTA account. Its sums are written by the triggers of its transactions. */
export function buildTrustAccount(values: Given<"TrustAccount", "organizationId">): TrustAccountRecords {
  const { organizationId, createdAt } = values;
  const id = values.id ?? newId("trustAccount", createdAt);
  const own = (kind: string): Values<"TrustLedger"> => ({
    organizationId,
    id: newId("trustLedger", createdAt),
    accountId: id,
    kind,
    ...(createdAt !== undefined && { createdAt }),
  });
  return {
    TrustAccount: {
      id,
      name: `IOLTA ${id}`,
      bankName: "First Lone Star Bank",
      accountNumberLast4: "4471",
      type: "iolta",
      jurisdiction: "TX",
      holdBusinessDays: { check: 10, cashiers_check: 1, ach: 3 },
      createdBy: system,
      ...values,
    },
    TrustLedger: [own("firm"), own("interest"), own("unidentified")],
  };
}

/** A claimant's ledger, empty: the case's client unless a party is named. */
export const buildTrustLedger = (
  values: Given<"TrustLedger", "organizationId" | "accountId" | "caseId">,
): Values<"TrustLedger"> => ({ id: newId("trustLedger", values.createdAt), kind: "client", ...values });

interface Posting {
  ledgerId: string;
  amountCents: number;
  settlementPayerId?: string;
}

/** A transaction with these postings, from which triggers write what else there is to write: number, rows, balances. */
export function buildTrustTransaction({
  postings,
  ...values
}: Omit<Given<"TrustTransaction", "organizationId" | "accountId" | "type" | "occurredOn">, "postings"> & {
  postings: readonly Posting[];
}): Values<"TrustTransaction"> {
  const bankCents = postings.reduce((sum, { amountCents }) => sum + amountCents, 0);
  const moved = postings.reduce((sum, { amountCents }) => sum + Math.max(0, amountCents), 0);
  const { clearedOn } = values;
  return {
    id: newId("trustTransaction", values.createdAt),
    amountCents: bankCents === 0 ? moved : Math.abs(bankCents),
    bankCents,
    postings: [...postings],
    createdBy: system,
    ...(typeof clearedOn === "string" && { clearanceBasis: "bank_confirmed" }),
    ...values,
  };
}

/** A disbursement to the client that a key has asked for. */
export const buildTrustDisbursement = (
  values: Given<
    "TrustDisbursement",
    "organizationId" | "accountId" | "ledgerId" | "caseId" | "settlementId" | "shareId" | "statementId" | "lineKey"
  >,
): Values<"TrustDisbursement"> => {
  const id = values.id ?? newId("trustDisbursement", values.createdAt);
  return {
    id,
    sequenceId: `D-${id}`,
    payeeType: "client",
    payee: { name: "Elena Marsh", contactId: null, clientId: null },
    amountCents: 100_000,
    method: "check",
    requestedBy: system,
    requestedByPersons: ["person"],
    ...values,
  };
};

/** A statement of the bank without lines. */
export const buildBankStatement = (
  values: Given<"BankStatement", "organizationId" | "accountId">,
): Values<"BankStatement"> => ({
  id: newId("bankStatement", values.createdAt),
  periodStartOn: "2026-02-01",
  periodEndOn: "2026-02-28",
  openingCents: 0,
  closingCents: 0,
  lineCount: 0,
  createdBy: system,
  ...values,
});
