import { sql } from "kysely";
import { Temporal } from "temporal-polyfill";
import { describeExpenseInEvent, expenses } from "../../src/areas/billing/expenses/domain.ts";
import { describeInvoice } from "../../src/areas/billing/invoices/domain.describe.ts";
import { findInvoices } from "../../src/areas/billing/invoices/store.ts";
import { describePayment } from "../../src/areas/billing/payments/domain.ts";
import { findPayments } from "../../src/areas/billing/payments/store.ts";
import { redact } from "../../src/areas/calendar/domain.masking.ts";
import { describeInEvent } from "../../src/areas/calendar/domain.ts";
import { findEvents, type EventRow } from "../../src/areas/calendar/store.ts";
import { courtActions, describeActionInEvent } from "../../src/areas/cases/court-actions/domain.ts";
import { Incident, privilegedMembers } from "../../src/areas/cases/incident/schema.ts";
import { damages } from "../../src/areas/cases/damages/domain.ts";
import { parties } from "../../src/areas/cases/parties/domain.ts";
import { policies } from "../../src/areas/cases/policies/domain.ts";
import { CaseDetail } from "../../src/areas/cases/schema.ts";
import { listCaseDetails } from "../../src/areas/cases/store.snapshots.ts";
import { Client } from "../../src/areas/clients/schema.ts";
import { findClients } from "../../src/areas/clients/store.ts";
import { describeCall } from "../../src/areas/communications/calls/domain.ts";
import { describeCallInEvent } from "../../src/areas/communications/calls/schema.ts";
import { selectCalls, type CallRow } from "../../src/areas/communications/calls/store.ts";
import { describeMessage, describeMessageInEvent } from "../../src/areas/communications/messages/domain.ts";
import { messageStatements, type MessageRow } from "../../src/areas/communications/messages/store.ts";
import { ConflictCheck } from "../../src/areas/conflict-checks/schema.ts";
import { findCheck } from "../../src/areas/conflict-checks/store.ts";
import { describeChain } from "../../src/areas/deadline-chains/domain.ts";
import { findChain } from "../../src/areas/deadline-chains/store.ts";
import { showDeadline } from "../../src/areas/deadlines/domain.ts";
import { DeadlineInEvent } from "../../src/areas/deadlines/schema.ts";
import { findDeadlines, type DeadlineRow } from "../../src/areas/deadlines/store.ts";
import { describeEsignRequest, describeEsignRequestInEvent } from "../../src/areas/esign/requests/domain.events.ts";
import { findEsignRequests } from "../../src/areas/esign/requests/store.ts";
import { findFolders } from "../../src/areas/documents/folders/store.ts";
import { Folder } from "../../src/areas/documents/schema.ts";
import { describeAnswer } from "../../src/areas/intake/answers/domain.describe.ts";
import { describeLead } from "../../src/areas/leads/domain.ts";
import { findLeads } from "../../src/areas/leads/store.ts";
import { describeAuthorization } from "../../src/areas/medical/authorizations/domain.ts";
import { findAuthorizations } from "../../src/areas/medical/authorizations/store.ts";
import { bills } from "../../src/areas/medical/bills/domain.ts";
import { describeFacility, facilities } from "../../src/areas/medical/facilities/domain.ts";
import { records } from "../../src/areas/medical/records/domain.ts";
import { describeRequest } from "../../src/areas/medical/requests/domain.ts";
import { snapshotRequests } from "../../src/areas/medical/requests/store.ts";
import { treatments } from "../../src/areas/medical/treatments/domain.ts";
import { describeAgreementInEvent } from "../../src/areas/settlements/fee-agreements/domain.in-event.ts";
import { FeeAgreement } from "../../src/areas/settlements/fee-agreements/schema.ts";
import { describeNegotiationInEvent } from "../../src/areas/settlements/negotiations/domain.ts";
import { Negotiation } from "../../src/areas/settlements/negotiations/schema.ts";
import { describeSettlementInEvent, settlements } from "../../src/areas/settlements/settlements/domain.ts";
import { describeLienInEvent, liens } from "../../src/areas/settlements/liens/domain.ts";
import { describePartnerFirmInEvent, partnerFirms } from "../../src/areas/referrals/partner-firms/domain.ts";
import { describeReferral, describeReferralInEvent } from "../../src/areas/referrals/referrals/domain.ts";
import { referralStatements } from "../../src/areas/referrals/referrals/store.ts";
import { describeStatement } from "../../src/areas/settlements/statements/domain.describe.ts";
import { describeStatementInEvent } from "../../src/areas/settlements/statements/domain.in-event.ts";
import { statementRows } from "../../src/areas/settlements/statements/store.ts";
import { trustAccounts } from "../../src/areas/trust/accounts/domain.ts";
import { TrustAccountInEvent } from "../../src/areas/trust/accounts/schema.ts";
import { getStatement } from "../../src/areas/trust/bank-statements/domain.ts";
import {
  describeDisbursement,
  describeDisbursementInEvent,
  disbursementStatements,
} from "../../src/areas/trust/disbursements/domain.ts";
import { describeClosed } from "../../src/areas/trust/reconciliations/domain.ts";
import { describeTransactionInEvent, describeTrustTransaction } from "../../src/areas/trust/transactions/domain.ts";
import { statements as trustTransactions } from "../../src/areas/trust/transactions/store.ts";
import { listRowsById } from "../../src/rpc/resource/store.ts";
import { describeInEvent as describeNote } from "../../src/areas/notes/domain.ts";
import { findNotes } from "../../src/areas/notes/store.ts";
import { describeInEvent as describeTask } from "../../src/areas/tasks/domain.ts";
import { findTasks, type TaskRow } from "../../src/areas/tasks/store.ts";
import { templates } from "../../src/areas/tasks/templates/domain.ts";
import { redactMembers } from "../../src/contract/values/redacted.ts";
import { noHooks } from "../../src/platform/database/transaction-hooks.ts";
import type { Transaction } from "../../src/platform/database/database.ts";
import { isOneOf, selectRows } from "../../src/platform/database/records.ts";
import type { Row } from "../../src/platform/database/tables.ts";
import { createContext, diffRecords, type Context } from "../../src/rpc/context.ts";
import { createOutputPicker } from "../../src/rpc/pick-output.ts";
import { systemPrincipal } from "../../src/rpc/principal.ts";
import type { Past } from "./history.ts";

/** Reads records, by ID: each describes itself for an event, with the columns that had other values then. */
type Reader = (context: Context, ids: readonly string[]) => Promise<ReadonlyMap<string, (past: object) => object>>;

/**
 * A reader of the functions by which an area reads and describes a record for its own events.
 *
 * @param describe what a record shows of other records is as it is now, unless this function knows better
 */
function readWith<Found extends { id: string }>(
  find: (context: Context, ids: readonly string[]) => Promise<readonly Found[]>,
  describe: (row: Found) => object,
): Reader {
  return async (context, ids) =>
    new Map((await find(context, ids)).map((row) => [row.id, (past: object) => describe({ ...row, ...past })]));
}

/** Before records or bills were requested: whether they are needed. */
function statusBefore(status: string, isNeeded: boolean): string {
  if (!["needed", "not_needed"].includes(status)) return status;
  return isNeeded ? "needed" : "not_needed";
}

/** How near the deadline was when the event was recorded. */
const describeTime = ({ status, effectiveOn, dueAt, updatedAt, timeZone }: DeadlineRow) => ({
  isOpen: status === "open" || status === "missed",
  daysLeft: Temporal.Instant.from(updatedAt)
    .toZonedDateTimeISO(timeZone)
    .toPlainDate()
    .until(effectiveOn, { largestUnit: "day" }).days,
  isPast: Date.parse(dueAt) <= Date.parse(updatedAt),
});

/** The checklist is done when the task is. */
const asOfEvent = (row: TaskRow): TaskRow => ({
  ...row,
  isOpen: row.status !== "completed",
  checklist:
    row.status === "completed"
      ? row.checklist
      : row.checklist.map((item) => ({ ...item, isDone: false, doneAt: null, doneBy: null })),
});

/** The incidents, each with its day. */
async function readIncidents({ organizationId, transaction }: Context, ids: readonly string[]) {
  const { rows } = await sql<Row<"Incident"> & { occurredOn: string | null }>`
    SELECT i.*, c."dateOfIncident" AS "occurredOn" FROM "Incident" i
    JOIN "Case" c ON c."organizationId" = ${organizationId} AND c.id = i."caseId"
    WHERE i."organizationId" = ${organizationId} AND ${isOneOf("i.id", ids)}`.execute(transaction);
  return rows;
}

const pickAccountForEvents = createOutputPicker(TrustAccountInEvent);

/** With how many of their lines are matched. */
const readBankStatements = (context: Context, ids: readonly string[]) =>
  Promise.all(ids.map((id) => getStatement(context, id)));

/** Each with its account. */
async function readReconciliations(context: Context, ids: readonly string[]) {
  const rows = await selectRows(context, "Reconciliation").selectAll().where(isOneOf("id", ids)).execute();
  const accounts = await trustAccounts.findRows(context, [...new Set(rows.map(({ accountId }) => accountId))]);
  return rows.flatMap((row) => {
    const account = accounts.find(({ id }) => id === row.accountId);
    return account === undefined ? [] : [{ ...row, account }];
  });
}

const callStatements = { table: "Call", select: selectCalls, isPermanent: true, liveOwners: ["caseId"] } as const;

/** By the entity of the events that the seed has. */
const readers: Readonly<Record<string, Reader>> = {
  calendar_event: readWith(findEvents, ({ occurrenceOn, ...row }: EventRow & { occurrenceOn?: string }) =>
    redact(describeInEvent(row, occurrenceOn)),
  ),
  call: readWith(
    (context, ids) => listRowsById<"Call", CallRow>(context, callStatements, ids),
    (row) => describeCallInEvent(describeCall(row)),
  ),
  message: readWith(
    (context, ids) => listRowsById<"Message", MessageRow>(context, messageStatements, ids),
    (row) => describeMessageInEvent(describeMessage({ principal: systemPrincipal(row.organizationId) }, row)),
  ),
  case: readWith(listCaseDetails, (row) => CaseDetail.parse(row)),
  case_party: readWith(parties.findRows, parties.describe),
  client: readWith(findClients, (row) => Client.parse(row)),
  conflict_check: readWith(
    async (context, ids) =>
      (await Promise.all(ids.map((id) => findCheck(context, id)))).filter((row) => row !== undefined),
    (row) => ConflictCheck.parse(row),
  ),
  court_action: readWith(courtActions.findRows, (row) => describeActionInEvent(courtActions.describe(row))),
  damage: readWith(damages.findRows, (row) => redactMembers(damages.describe(row), ["notes"])),
  deadline: readWith(findDeadlines, (row) => DeadlineInEvent.parse(showDeadline({ ...row, ...describeTime(row) }))),
  deadline_chain: readWith(
    async (context, ids) =>
      (await Promise.all(ids.map((id) => findChain(context, id)))).filter((row) => row !== undefined),
    describeChain,
  ),
  esign_request: readWith(findEsignRequests, (row) => describeEsignRequestInEvent(describeEsignRequest(row))),
  // PostgreSQL computes what is outstanding as it is now.
  expense: readWith(expenses.findRows, (row) =>
    describeExpenseInEvent(
      expenses.describe({
        ...row,
        outstandingCents: row.paidCents - row.reimbursedCents - row.writtenOffCents,
      }),
    ),
  ),
  fee_agreement: readWith(
    (context, ids) => selectRows(context, "FeeAgreement").selectAll().where(isOneOf("id", ids)).execute(),
    (row) => describeAgreementInEvent(FeeAgreement.parse(row)),
  ),
  folder: readWith(findFolders, (row) => Folder.parse(row)),
  hipaa_authorization: readWith(findAuthorizations, describeAuthorization),
  incident: readWith(readIncidents, (row) => redactMembers(Incident.parse(row), privilegedMembers)),
  insurance_policy: readWith(policies.findRows, policies.describe),
  intake_answer: readWith(
    (context, ids) => selectRows(context, "IntakeAnswer").selectAll().where(isOneOf("id", ids)).execute(),
    describeAnswer,
  ),
  invoice: readWith(findInvoices, (row) => describeInvoice({ ...row, isPastDue: row.isPastDue && row.dueOn !== null })),
  lead: readWith(findLeads, (row) =>
    describeLead({ ...row, assignedTo: row.assignedToMemberId === null ? null : row.assignedTo }),
  ),
  lien: readWith(liens.findRows, (row) => describeLienInEvent(liens.describe(row))),
  partner_firm: readWith(partnerFirms.findRows, (row) => describePartnerFirmInEvent(partnerFirms.describe(row))),
  referral: readWith(
    (context, ids) => listRowsById(context, referralStatements, ids),
    (row) => describeReferralInEvent(describeReferral(row)),
  ),
  medical_bill: readWith(bills.findRows, bills.describe),
  medical_facility: readWith(facilities.findRows, (row) =>
    describeFacility({
      ...row,
      recordsStatus: statusBefore(row.recordsStatus, row.recordsNeeded),
      billsStatus: statusBefore(row.billsStatus, row.billsNeeded),
    }),
  ),
  medical_record: readWith(records.findRows, records.describe),
  medical_treatment: readWith(treatments.findRows, treatments.describe),
  negotiation: readWith(
    (context, ids) => selectRows(context, "Negotiation").selectAll().where(isOneOf("id", ids)).execute(),
    (row) => describeNegotiationInEvent(Negotiation.parse(row)),
  ),
  note: readWith(findNotes, describeNote),
  settlement: readWith(settlements.findRows, (row) => describeSettlementInEvent(settlements.describe(row))),
  settlement_statement: readWith(
    (context, ids) => listRowsById(context, statementRows, ids),
    (row) => describeStatementInEvent(describeStatement(row)),
  ),
  trust_account: readWith(trustAccounts.findRows, (row) => pickAccountForEvents(trustAccounts.describe(row))),
  trust_disbursement: readWith(
    (context, ids) => listRowsById(context, disbursementStatements, ids),
    (row) => describeDisbursementInEvent(describeDisbursement(row)),
  ),
  trust_transaction: readWith(
    (context, ids) => listRowsById(context, trustTransactions, ids),
    (row) => describeTransactionInEvent(describeTrustTransaction(row)),
  ),
  bank_statement: readWith(readBankStatements, ({ lines: _lines, ...row }) => row),
  trust_reconciliation: readWith(readReconciliations, ({ account, ...row }) => describeClosed(account, row)),
  task: readWith(findTasks, (row) => describeTask(asOfEvent(row))),
  task_template: readWith(templates.findRows, templates.describe),
  payment: readWith(findPayments, describePayment),
  retrieval_request: readWith(snapshotRequests, (row) => {
    const request = describeRequest(row);
    return { ...request, timeline: request.timeline.filter(({ at }) => at <= request.updatedAt) };
  }),
};

/**
 * Gives events the payloads and diffs that a live write records. The records must be in the database, and the
 * transaction in their organization.
 */
export async function describeEvents(
  transaction: Transaction,
  organizationId: string,
  events: readonly Row<"Event">[],
  past: ReadonlyMap<string, Past>,
): Promise<void> {
  const context = createContext(
    { principal: systemPrincipal(organizationId), requestId: "", clientIp: null, hooks: noHooks },
    transaction,
  );
  const remembered = Map.groupBy(
    events.filter(({ id }) => past.has(id)),
    ({ entity }) => entity,
  );
  // All at once: while PostgreSQL reads records of one kind, those of the kind before are described.
  await Promise.all(
    [...remembered].map(async ([entity, ofEntity]) => {
      const current = await readAll(context, entity, [...new Set(ofEntity.map(({ entityId }) => entityId))]);
      for (const event of ofEntity) {
        const describe = current.get(event.entityId);
        const was = past.get(event.id);
        if (describe === undefined || was === undefined)
          throw new Error(`the seed cannot describe ${event.entityId} for ${event.eventType}`);
        const payload = describe(was.after);
        event.payload = payload;
        event.diff = was.before === null ? {} : diffRecords(describe(was.before), payload);
      }
    }),
  );
}

/**
 * The tables have no statistics before they are committed: many records at once may take longer than a statement is
 * given.
 */
const recordsPerStatement = 200;

async function readAll(
  context: Context,
  entity: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, (past: object) => object>> {
  const all = new Map<string, (past: object) => object>();
  for (let start = 0; start < ids.length; start += recordsPerStatement) {
    for (const [id, describe] of (await readers[entity]?.(context, ids.slice(start, start + recordsPerStatement))) ??
      [])
      all.set(id, describe);
  }
  return all;
}
