import { AppError, invalidState, notFound } from "../../../contract/errors/error-codes.ts";
import { createId } from "../../../platform/database/ids.ts";
import { assertNotFuture } from "../../../platform/database/organization-day.ts";
import { mapInTurns } from "../../../platform/event-loop-turn.ts";
import type { Context } from "../../../rpc/context.ts";
import { describeActor } from "../../../rpc/principal.ts";
import { recordShownEvent } from "../../../rpc/record-shown-event.ts";
import { lockTrustAccountForUpdate, type TrustAccountRow } from "../accounts/store.ts";
import { dayAfter, validateStatement } from "./domain.check.ts";
import { lockProbableForUpdate, matchUnmatched } from "./domain.match.ts";
import { BankLine, BankStatement, type NewBankStatement } from "./schema.ts";
import {
  findLastStatement,
  findStatementRow,
  insertStatement,
  listLinesOfStatement,
  type BankLineRow,
} from "./store.ts";

export function describeLine(row: BankLineRow): BankLine {
  const { transactionId, matchMethod, matchedAt } = row;
  const match = transactionId === null ? null : { transactionId, method: matchMethod, matchedAt };
  return BankLine.parse({ ...row, match });
}

/**
 * Records what the bank says of a period of an account, and matches its lines with transactions: by unique candidates
 * alone. A matched disbursement is cleared; nothing else is.
 *
 * @throws NOT_FOUND for the account; VALIDATION_FAILED for lines that do not add up, or a period in the future;
 *   DUPLICATE_ENTRY; INVALID_STATE_TRANSITION for a period that does not follow the statement before
 */
export async function importBankStatement(
  context: Context,
  trustAccountId: string,
  { lines, externalId = null, ...given }: NewBankStatement,
): Promise<BankStatement> {
  validateStatement({ ...given, lines });
  await assertNotFuture(context, { periodEndOn: given.periodEndOn });
  // Disbursements are locked before their account: those that may match now, by the lines of before and the new ones.
  const added = lines.map((line) => ({ ...line, id: createId("bankLine") }));
  const probable = await lockProbableForUpdate(context, trustAccountId, added);
  const account = await lockOpenAccountForUpdate(context, trustAccountId);
  await assertFollows(context, account, given);
  const id = createId("bankStatement");
  const { periodStartOn, periodEndOn, openingCents, closingCents } = given;
  const createdBy = JSON.stringify(describeActor(context.principal));
  await insertStatement(
    context,
    {
      id,
      accountId: trustAccountId,
      periodStartOn,
      periodEndOn,
      openingCents,
      closingCents,
      externalId,
      createdBy,
      lineCount: lines.length,
    },
    added,
  );
  const matched = await matchUnmatched(context, trustAccountId, { lockedIds: probable });
  const statement = await getStatement(context, id);
  const { lines: _lines, ...payload } = statement;
  // Transactions show which line they are.
  recordShownEvent(
    context,
    {
      eventType: "bank_statement.imported",
      entityId: id,
      payload,
      diff: {},
      relatedIds: [
        { entity: "trust_account", id: trustAccountId },
        { entity: "bank_statement", id },
      ],
    },
    matched.map((transactionId) => ({ entity: "trust_transaction", id: transactionId })),
  );
  return statement;
}

/** @throws NOT_FOUND; INVALID_STATE_TRANSITION for an account that is closed */
async function lockOpenAccountForUpdate(context: Context, id: string): Promise<TrustAccountRow> {
  const account = await lockTrustAccountForUpdate(context, id);
  if (account === undefined) throw notFound("Trust account");
  if (account.status === "closed") throw invalidState("The trust account is closed");
  return account;
}

/** The messages name no balance: a key that writes does not read them. */
async function assertFollows(
  context: Context,
  { id }: TrustAccountRow,
  { periodStartOn, openingCents }: Pick<NewBankStatement, "periodStartOn" | "openingCents">,
): Promise<void> {
  const last = await findLastStatement(context, id);
  if (last === undefined) return;
  const dueOn = dayAfter(last.periodEndOn);
  if (periodStartOn < dueOn)
    throw new AppError("DUPLICATE_ENTRY", `periodStartOn: statements reach through ${last.periodEndOn} already`);
  if (periodStartOn > dueOn) throw invalidState(`The next statement begins on ${dueOn}: import that one first`);
  if (openingCents !== last.closingCents)
    throw invalidState(`openingCents differs from the closing balance of the statement through ${last.periodEndOn}`);
}

/**
 * A statement of the bank with its lines.
 *
 * @throws NOT_FOUND
 */
export async function getStatement(context: Context, id: string): Promise<BankStatement> {
  const row = await findStatementRow(context, id);
  if (row === undefined) throw notFound("Bank statement");
  const lines = await mapInTurns(await listLinesOfStatement(context, id), describeLine);
  const matchedCount = lines.filter(({ match }) => match !== null).length;
  // Each line is validated by itself, in turns of the event loop: 2,000 at once hold it for 20 ms.
  return { ...BankStatement.parse({ ...row, lines: [], matchedCount }), lines };
}
