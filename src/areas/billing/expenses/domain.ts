import { valuesOf } from "../../../contract/enumeration.ts";
import { invalidState, notFound } from "../../../contract/errors/error-codes.ts";
import { redactMembers } from "../../../contract/values/redacted.ts";
import { commonSorts, listRecords } from "../../../platform/database/lists/sorted-list.ts";
import { allocateNumber } from "../../../platform/database/number-sequence.ts";
import { assertNotFuture } from "../../../platform/database/organization-day.ts";
import type { Context, RecordReference } from "../../../rpc/context.ts";
import { describeActor } from "../../../rpc/principal.ts";
import { defineResource } from "../../../rpc/resource/define-resource.ts";
import { caseOfRow, getLiveCase } from "../../cases/domain.ts";
import { reserveRoomForRecord } from "../../cases/domain.limits.ts";
import { lockContactsForShare } from "../../contacts/domain.ts";
import { lockDocumentsForShare } from "../../notes/domain.locks.ts";
import { listPersons } from "../../service-accounts/makers/domain.persons.ts";
import { assertInNoStatement, listTransitions } from "./domain.states.ts";
import { expenseEnumerations } from "./enumerations.ts";
import { Expense, type CostSummary, type ExpenseChanges, type ExpenseFilter, type NewExpense } from "./schema.ts";
import { hasRetrievalRequest, listCostSums, selectExpensePage, selectExpenses, type ExpenseRow } from "./store.ts";

/** An expense as its events have it. */
export const describeExpenseInEvent = (expense: Expense) => redactMembers(expense, ["notes"]);

/** The costs of cases. A transition and a payment are functions beside it (`domain.transitions.ts`). */
export const expenses = defineResource({
  table: "Expense",
  noun: "Expense",
  idKind: "expense",
  schema: Expense,
  select: selectExpenses,
  describe: (row: ExpenseRow) => Expense.parse({ ...row, availableTransitions: listTransitions(row) }),
  describeInEvent: describeExpenseInEvent,
  events: { created: "expense.created", updated: "expense.updated", deleted: "expense.deleted" },
  relate: ({ vendorContactId }, ofCase) => relateExpense(ofCase, vendorContactId),
  parent: caseOfRow,
  liveOwners: ["caseId"],
  lockReferences: (context, { vendorContactId }) => lockContactsForShare(context, [vendorContactId]),
  prepareInsert: prepareNew,
  prepareUpdate: prepareChanges,
  checkDeletion: (_context, { status }) => assertUnsubmitted(status, "deleted"),
  unique: {
    Expense_organizationId_externalId_key: "externalId: used by another expense",
    Expense_live_request: "retrievalRequestId: another expense is of this retrieval request",
  },
});

/** The case and its client, and the vendor, as an event's relatedIds. */
export function relateExpense(ofCase: readonly RecordReference[], vendorContactId: string | null): RecordReference[] {
  return [...ofCase, ...(vendorContactId === null ? [] : [{ entity: "contact", id: vendorContactId }])];
}

async function prepareNew(context: Context, { submit: _submit, ...values }: NewExpense & { caseId: string }) {
  await assertNotFuture(context, { incurredOn: values.incurredOn });
  await reserveRoomForRecord(context, "Expense", values.caseId);
  await lockNamedForShare(context, values.caseId, values);
  const { transaction, organizationId } = context;
  return {
    ...values,
    preparedByPersons: await listPersons(context),
    createdBy: describeActor(context.principal),
    sequenceId: await allocateNumber(transaction, organizationId, "expense"),
  };
}

/** What a second person approves, does not change afterwards. */
const approvedMembers = ["amountCents", "category", "vendorContactId"] as const satisfies (keyof ExpenseChanges)[];

/** What is said of an expense, whatever a settlement statement has of it. */
const remarks: ReadonlySet<string> = new Set(["notes", "documentIds", "externalId"] satisfies (keyof ExpenseChanges)[]);

async function prepareChanges(context: Context, changes: ExpenseChanges, before: ExpenseRow) {
  if (Object.keys(changes).some((name) => !remarks.has(name))) assertInNoStatement(before);
  const changed = approvedMembers.find((name) => changes[name] !== undefined && changes[name] !== before[name]);
  if (changed !== undefined) await assertUnsubmitted(before.status, `changed in ${changed}`);
  await assertNotFuture(context, { incurredOn: changes.incurredOn });
  await lockNamedForShare(context, before.caseId, changes);
  return isUnsubmitted(before.status)
    ? { ...changes, preparedByPersons: await addPreparers(context, before) }
    : changes;
}

/** Who prepared an expense, with the persons of the present change: none of them approves it. */
export async function addPreparers(context: Context, { preparedByPersons }: ExpenseRow): Promise<string[]> {
  return [...new Set([...preparedByPersons, ...(await listPersons(context))])].toSorted();
}

const isUnsubmitted = (status: string): boolean => status === "draft" || status === "rejected";

/** @throws INVALID_STATE_TRANSITION */
function assertUnsubmitted(status: string, what: string): Promise<void> {
  if (!isUnsubmitted(status)) throw invalidState(`Only an expense in draft or rejected can be ${what}`);
  return Promise.resolve();
}

/**
 * Locks the documents that an expense names, and checks its retrieval request: all of its case.
 *
 * @throws NOT_FOUND
 */
async function lockNamedForShare(
  context: Context,
  caseId: string,
  { retrievalRequestId, documentIds = [] }: Pick<ExpenseChanges, "retrievalRequestId" | "documentIds">,
): Promise<void> {
  if (typeof retrievalRequestId === "string" && !(await hasRetrievalRequest(context, caseId, retrievalRequestId)))
    throw notFound("Retrieval request");
  await lockDocumentsForShare(context, { caseId, leadId: null, clientId: null, contactId: null }, documentIds);
}

/**
 * A page of the organization's expenses.
 *
 * @throws VALIDATION_FAILED for a foreign cursor
 */
export async function listExpenses(
  context: Context,
  { after, limit, sort, ...filter }: ExpenseFilter,
): Promise<{ expenses: Expense[]; nextCursor: string | null }> {
  const list = { name: "expenses", alias: "t", sorts: commonSorts };
  const { rows, nextCursor } = await listRecords(context, list, { after, limit, sort }, (page) =>
    selectExpensePage(context, filter, page),
  );
  return { expenses: rows.map(expenses.describe), nextCursor };
}

/**
 * What the costs of a case add up to.
 *
 * @throws NOT_FOUND
 */
export async function getCostSummary(context: Context, caseId: string): Promise<CostSummary> {
  await getLiveCase(context, caseId);
  const found = await listCostSums(context, caseId);
  const categories = valuesOf(expenseEnumerations.expenseCategory).flatMap((category) =>
    found.filter((sums) => sums.category === category),
  );
  const total = (name: Exclude<keyof CostSummary, "categories">) =>
    categories.reduce((sum, sums) => sum + sums[name], 0);
  return {
    advancedCents: total("advancedCents"),
    unpaidCents: total("unpaidCents"),
    reimbursedCents: total("reimbursedCents"),
    writtenOffCents: total("writtenOffCents"),
    outstandingCents: total("outstandingCents"),
    categories,
  };
}
