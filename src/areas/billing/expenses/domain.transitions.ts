import { invalidInput, invalidState, limitReached, notFound } from "../../../contract/errors/error-codes.ts";
import type { EventType } from "../../../contract/events/event-types.ts";
import { requireExpected } from "../../../contract/revision.ts";
import { assertNotFuture, readToday } from "../../../platform/database/organization-day.ts";
import { diffInEvents, recordEvent, type Context, type RecordReference } from "../../../rpc/context.ts";
import { describeActor } from "../../../rpc/principal.ts";
import { lockRowForUpdate, updateRow, type Written } from "../../../rpc/resource/store.ts";
import { lockLiveCaseForShare } from "../../cases/domain.ts";
import { areDisjoint, listPersons } from "../../service-accounts/makers/domain.persons.ts";
import { getBillingPolicy } from "../policy/domain.ts";
import { addPreparers, describeExpenseInEvent, expenses, relateExpense } from "./domain.ts";
import { assertExpenseTransition, assertInNoStatement, isUnsettled } from "./domain.states.ts";
import {
  ExpensePayment,
  maxPayments,
  type Expense,
  type ExpenseDecision,
  type ExpenseTransition,
  type GivenPayment,
  type NewExpense,
} from "./schema.ts";
import type { ExpenseRow } from "./store.ts";

interface LockedExpense {
  row: ExpenseRow;
  ofCase: RecordReference[];
}

/**
 * Locks the case (archived or not) FOR SHARE, then the expense FOR NO KEY UPDATE.
 *
 * @throws NOT_FOUND
 */
async function lockExpenseForUpdate(context: Context, expenseId: string): Promise<LockedExpense> {
  const { caseId } = await expenses.getRow(context, { id: expenseId });
  const ofCase = await lockLiveCaseForShare(context, caseId);
  const row = await lockRowForUpdate(context, expenses.definition, { id: expenseId }, "FOR NO KEY UPDATE");
  if (row === undefined) throw notFound("Expense");
  return { row, ofCase };
}

/** @throws STALE_REVISION */
async function applyChange(
  context: Context,
  { row: before, ofCase }: LockedExpense,
  columns: Written<"Expense">,
  eventTypes: readonly EventType[],
): Promise<Expense> {
  requireExpected(context.expectedRevisions, "expense", before.revision);
  const after = await updateRow(context, expenses.definition, before.id, columns);
  if (after === undefined) throw notFound("Expense");
  const expense = expenses.describe(after);
  for (const eventType of eventTypes)
    recordEvent(context, {
      eventType,
      entityId: after.id,
      payload: describeExpenseInEvent(expense),
      diff: diffInEvents(expenses.describe(before), expense, describeExpenseInEvent),
      relatedIds: relateExpense(ofCase, after.vendorContactId),
    });
  return expense;
}

/**
 * Creates an expense of a case, and submits it where the caller asks for it.
 *
 * @throws NOT_FOUND for what it refers to; INVALID_STATE_TRANSITION for an archived case and at 200 expenses;
 *   VALIDATION_FAILED for a day in the future; DUPLICATE_ENTRY
 */
export async function createExpense(context: Context, caseId: string, given: NewExpense): Promise<Expense> {
  const expense = await expenses.create(context, { ...given, caseId });
  if (given.submit !== true) return expense;
  return submitExpense(context, await lockExpenseForUpdate(context, expense.id));
}

/**
 * Moves an expense to another status, records or undoes a payment, or writes part of it off.
 *
 * @throws NOT_FOUND; STALE_REVISION; VALIDATION_FAILED for members that do not belong together;
 *   INVALID_STATE_TRANSITION for another status, for the approval of somebody who prepared it, and for more money than
 *   there is
 */
export async function transitionExpense(
  context: Context,
  expenseId: string,
  transition: ExpenseTransition,
): Promise<Expense> {
  checkMembers(transition);
  const { status, reason = "", payment, undoPayment, writeOff } = transition;
  const locked = await lockExpenseForUpdate(context, expenseId);
  assertInNoStatement(locked.row);
  if (writeOff !== undefined) return writeOffExpense(context, locked, writeOff);
  if (payment !== undefined) return payExpense(context, locked, payment);
  if (undoPayment === true) return undoLastPayment(context, locked, reason);
  if (status === "approved") return approveExpense(context, locked);
  if (status === "rejected") return rejectExpense(context, locked, reason);
  if (status === "void") return voidExpense(context, locked, reason);
  return submitExpense(context, locked);
}

/**
 * A member's decision in the portal.
 *
 * @throws as a transition
 */
export async function decideExpense(
  context: Context,
  expenseId: string,
  { decision, reason }: ExpenseDecision,
): Promise<Expense> {
  if (decision === "approve") return approveExpense(context, await lockExpenseForUpdate(context, expenseId));
  if (reason === undefined) throw invalidInput({ path: "reason", message: "required to reject" });
  return rejectExpense(context, await lockExpenseForUpdate(context, expenseId), reason);
}

/** @throws VALIDATION_FAILED */
function checkMembers({ status, reason, payment, undoPayment, writeOff }: ExpenseTransition): void {
  if ((status === undefined) === (writeOff === undefined))
    throw invalidInput({ path: "status", message: "either status or writeOff is required, not both" });
  if ((status === "paid") !== (payment !== undefined))
    throw invalidInput({ path: "payment", message: "required for paid, and allowed only with it" });
  if (undoPayment === true && status !== "approved")
    throw invalidInput({ path: "undoPayment", message: "allowed only with approved" });
  if (reason === undefined && (undoPayment === true || status === "rejected" || status === "void"))
    throw invalidInput({ path: "reason", message: "required: why" });
}

/** Below the firm's threshold it is approved at once. */
async function submitExpense(context: Context, locked: LockedExpense): Promise<Expense> {
  const { row } = locked;
  assertExpenseTransition(row, "pending_approval");
  const { approvalThresholdCents } = await getBillingPolicy(context);
  const isApproved = row.amountCents < approvalThresholdCents;
  const columns = {
    status: isApproved ? "approved" : "pending_approval",
    statusReason: null,
    submittedBy: describeActor(context.principal),
    preparedByPersons: await addPreparers(context, row),
  };
  return applyChange(context, locked, columns, [
    "expense.submitted",
    ...(isApproved ? (["expense.approved"] as const) : []),
  ]);
}

/** @throws INVALID_STATE_TRANSITION for a key where the firm approves in the portal, and for who prepared it */
async function assertSecondPerson(context: Context, { preparedByPersons }: ExpenseRow): Promise<void> {
  const { expenseApproval } = await getBillingPolicy(context);
  if (expenseApproval === "members" && context.principal.kind !== "member")
    throw invalidState("This firm approves expenses in the portal");
  if (!areDisjoint(await listPersons(context), preparedByPersons))
    throw invalidState("A second person must decide: it was prepared or submitted by you or by a key that you control");
}

async function approveExpense(context: Context, locked: LockedExpense): Promise<Expense> {
  if (locked.row.status === "paid")
    throw invalidState(
      "A paid expense becomes approved again when its last payment is undone: send undoPayment and reason",
    );
  assertExpenseTransition(locked.row, "approved");
  await assertSecondPerson(context, locked.row);
  const approvedBy = describeActor(context.principal);
  return applyChange(context, locked, { status: "approved", statusReason: null, approvedBy }, ["expense.approved"]);
}

async function rejectExpense(context: Context, locked: LockedExpense, reason: string): Promise<Expense> {
  assertExpenseTransition(locked.row, "rejected");
  await assertSecondPerson(context, locked.row);
  return applyChange(context, locked, { status: "rejected", statusReason: reason }, ["expense.rejected"]);
}

async function voidExpense(context: Context, locked: LockedExpense, reason: string): Promise<Expense> {
  assertExpenseTransition(locked.row, "void");
  return applyChange(context, locked, { status: "void", statusReason: reason }, ["expense.voided"]);
}

const readPayments = ({ payments }: ExpenseRow): ExpensePayment[] => ExpensePayment.array().parse(payments);

async function payExpense(context: Context, locked: LockedExpense, given: GivenPayment): Promise<Expense> {
  const { row } = locked;
  assertExpenseTransition(row, "paid");
  await assertNotFuture(context, { "payment.paidOn": given.paidOn });
  const restCents = row.amountCents - row.paidCents;
  const { amountCents = restCents, method, checkNumber = null, reference = null } = given;
  if (amountCents > restCents) throw invalidState(`The payment exceeds the ${restCents} cents that are not paid yet`);
  const payments = readPayments(row);
  if (payments.length >= maxPayments) throw limitReached(`The expense has ${maxPayments} payments`);
  const paidOn = given.paidOn ?? (await readToday(context));
  const columns = {
    status: amountCents === restCents ? "paid" : "approved",
    payments: JSON.stringify([...payments, { amountCents, paidOn, method, checkNumber, reference }]),
    paidCents: row.paidCents + amountCents,
  };
  return applyChange(context, locked, columns, ["expense.paid"]);
}

/** Also of one that is paid in part, which it leaves approved. */
async function undoLastPayment(context: Context, locked: LockedExpense, reason: string): Promise<Expense> {
  const { row } = locked;
  if (row.status !== "approved") assertExpenseTransition(row, "approved");
  const payments = readPayments(row);
  const last = payments.at(-1);
  if (last === undefined) throw invalidState("Nothing of the expense is paid");
  if (!isUnsettled(row)) throw invalidState("Part of the expense is reimbursed or written off");
  const columns = {
    status: "approved",
    statusReason: reason,
    payments: JSON.stringify(payments.slice(0, -1)),
    paidCents: row.paidCents - last.amountCents,
  };
  return applyChange(context, locked, columns, ["expense.updated"]);
}

async function writeOffExpense(
  context: Context,
  locked: LockedExpense,
  { amountCents, reason }: NonNullable<ExpenseTransition["writeOff"]>,
): Promise<Expense> {
  const { outstandingCents, writtenOffCents } = locked.row;
  if (amountCents > outstandingCents)
    throw invalidState(`The write-off exceeds the ${outstandingCents} cents that are outstanding`);
  const columns = { writtenOffCents: writtenOffCents + amountCents, statusReason: reason };
  return applyChange(context, locked, columns, ["expense.written_off"]);
}
