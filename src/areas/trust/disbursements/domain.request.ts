import { invalidInput, notFound, invalidState } from "../../../contract/errors/error-codes.ts";
import { createId } from "../../../platform/database/ids.ts";
import { allocateNumbers } from "../../../platform/database/number-sequence.ts";
import { recordEvent, type Context } from "../../../rpc/context.ts";
import { describeActor } from "../../../rpc/principal.ts";
import { lockContactsForShare } from "../../contacts/domain.ts";
import { notifyOfTrust } from "../../notifications/domain.trust.ts";
import { listPersons } from "../../service-accounts/makers/domain.persons.ts";
import {
  assertPayable,
  lockStatementForUpdate,
  type LockedStatement,
  type StatementLineRow,
} from "../../settlements/statements/domain.locks.ts";
import { insertRows } from "../../../platform/database/records.ts";
import { listRowsById } from "../../../rpc/resource/store.ts";
import { rejectDuplicates } from "../../../platform/database/duplicate-entry.ts";
import {
  describeDisbursement,
  describeDisbursementInEvent,
  disbursementStatements,
  relateDisbursement,
} from "./domain.ts";
import { findPayees, type PaidTo } from "./domain.payees.ts";
import type { Disbursement, GivenLine, NewDisbursements } from "./schema.ts";
import { changeLines, hasTrustAccount, listPayingLedgers, type PayingLedger } from "./store.ts";

interface RequestedLine {
  line: StatementLineRow;
  given: Omit<GivenLine, "lineKey">;
  amountCents: number;
}

/**
 * Requests to pay lines of an approved statement out of the claimant's ledger. Each becomes a disbursement that a
 * second person approves in the portal: what is requested is taken of the line, and no money is reserved.
 *
 * @throws NOT_FOUND for the statement, the account, a line and a contact; VALIDATION_FAILED; DUPLICATE_ENTRY;
 *   INVALID_STATE_TRANSITION for a statement that is not approved or stale, for more than is left of a line, and
 *   without a ledger of the claimant
 */
export async function requestDisbursements(
  context: Context,
  statementId: string,
  { trustAccountId, method, lines: given }: NewDisbursements,
): Promise<Disbursement[]> {
  const persons = await listPersons(context);
  await lockContactsForShare(context, given?.map(({ payeeContactId }) => payeeContactId) ?? []);
  const locked = await lockStatementForUpdate(context, statementId);
  assertPayable(locked.statement);
  const requested = chooseLines(locked, given);
  const ledger = await choosePayingLedger(context, locked, trustAccountId);
  const payees = await findPayees(context, locked, requested);
  await changeLines(
    context,
    statementId,
    requested.map(({ line, amountCents }) => ({ key: line.key, takenCents: amountCents, disbursedCents: 0 })),
  );
  return insertDisbursements(context, { locked, requested, payees, ledger, method, persons });
}

/** @throws NOT_FOUND for a line; INVALID_STATE_TRANSITION */
function chooseLines({ lines }: LockedStatement, given: NewDisbursements["lines"]): RequestedLine[] {
  if (given !== undefined) return given.map(({ lineKey, ...chosen }) => chooseLine(lines, lineKey, chosen));
  const open = lines.filter((line) => leftOf(line) > 0);
  if (open.length === 0) throw invalidState("Every line of the statement is paid, or requested");
  return open.map((line) => ({ line, given: {}, amountCents: leftOf(line) }));
}

const leftOf = ({ authorizedCents, takenCents }: StatementLineRow): number => authorizedCents - takenCents;

function chooseLine(
  lines: readonly StatementLineRow[],
  lineKey: string,
  given: Omit<GivenLine, "lineKey">,
): RequestedLine {
  const line = lines.find(({ key }) => key === lineKey);
  if (line === undefined) throw notFound("Line of the statement");
  if (line.kind === "holdback" || line.kind === "paid_direct")
    throw invalidState(
      `${lineKey} is not paid out of trust: ${line.kind === "holdback" ? "it is held back" : "others pay it"}`,
    );
  const left = leftOf(line);
  const { amountCents = left } = given;
  if (left === 0) throw invalidState(`${lineKey} is paid, or requested`);
  if (amountCents > left) throw invalidState(`${lineKey}: more than is left of what the client approved`);
  return { line, given, amountCents };
}

/** @throws NOT_FOUND for the account; VALIDATION_FAILED where several have money; INVALID_STATE_TRANSITION without one */
async function choosePayingLedger(
  context: Context,
  { statement: { caseId, claimantPartyId } }: LockedStatement,
  accountId: string | undefined,
): Promise<PayingLedger> {
  if (accountId !== undefined && !(await hasTrustAccount(context, accountId))) throw notFound("Trust account");
  const [ledger, ...others] = await listPayingLedgers(context, { caseId, claimantPartyId, accountId });
  if (ledger === undefined)
    throw invalidState("The claimant has no ledger in an open trust account: record the deposit first");
  if (others.length > 0)
    throw invalidInput({ path: "trustAccountId", message: "required: the claimant has ledgers in several accounts" });
  return ledger;
}

interface Request {
  locked: LockedStatement;
  requested: readonly RequestedLine[];
  payees: readonly PaidTo[];
  ledger: PayingLedger;
  method: string;
  persons: string[];
}

/** @throws DUPLICATE_ENTRY */
async function insertDisbursements(
  context: Context,
  { locked, requested, payees, ledger, method, persons }: Request,
): Promise<Disbursement[]> {
  const { transaction, organizationId } = context;
  const { id: statementId, caseId, settlementId, shareId } = locked.statement;
  const requestedBy = JSON.stringify(describeActor(context.principal));
  const numbers = await allocateNumbers(transaction, organizationId, "trust_disbursement", requested.length);
  const rows = requested.map(({ line, given, amountCents }, place) => ({
    id: createId("trustDisbursement"),
    sequenceId: numbers[place] ?? "",
    accountId: ledger.accountId,
    ledgerId: ledger.id,
    caseId,
    settlementId,
    shareId,
    statementId,
    lineKey: line.key,
    payeeType: payees[place]?.payeeType ?? "",
    payee: JSON.stringify(payees[place]?.payee),
    amountCents,
    method: given.method ?? method,
    requestedBy,
    requestedByPersons: persons,
    externalId: given.externalId ?? null,
  }));
  const [first] = rows;
  await rejectDuplicates(disbursementStatements.unique, insertRows(context, "TrustDisbursement", rows), first ?? {});
  const ids = rows.map(({ id }) => id);
  const inserted = await listRowsById(context, disbursementStatements, ids);
  for (const row of inserted)
    recordEvent(context, {
      eventType: "trust_disbursement.requested",
      entityId: row.id,
      payload: describeDisbursementInEvent(describeDisbursement(row)),
      diff: {},
      relatedIds: relateDisbursement(row),
    });
  await notifyOfTrust(
    context,
    {
      kind: "trust.approval_requested",
      parameters: {
        trustAccountId: ledger.accountId,
        accountName: ledger.accountName,
        caseNumber: inserted[0]?.case.sequenceId ?? "",
        count: inserted.length,
      },
    },
    persons,
  );
  return inserted.map(describeDisbursement);
}
