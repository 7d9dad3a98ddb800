import { AppError, invalidState } from "../../../contract/errors/error-codes.ts";
import { createId } from "../../../platform/database/ids.ts";
import type { Context } from "../../../rpc/context.ts";
import { createOutputPicker } from "../../../rpc/pick-output.ts";
import { describeActor } from "../../../rpc/principal.ts";
import { defineResource } from "../../../rpc/resource/define-resource.ts";
import { recordBooksRead } from "../domain.audit.ts";
import { insertOwnLedgers } from "../ledgers/store.ts";
import {
  TrustAccount,
  TrustAccountInEvent,
  defaultHold,
  type NewTrustAccount,
  type TrustAccountFilter,
} from "./schema.ts";
import { findRole, sumLedgers, type TrustAccountRow } from "./store.ts";

const pickForEvents = createOutputPicker(TrustAccountInEvent);

/** Accounts that hold clients' money. They are made and closed in the portal. */
export const trustAccounts = defineResource({
  table: "TrustAccount",
  noun: "Trust account",
  idKind: "trustAccount",
  isPermanent: true,
  schema: TrustAccount,
  describeInEvent: pickForEvents,
  events: { created: "trust_account.created", updated: "trust_account.updated" },
  relate: ({ organizationId }) => [{ entity: "organization", id: organizationId }],
  prepareInsert: (context: Context, values: NewTrustAccount) => ({
    holdBusinessDays: { ...defaultHold },
    ...values,
    createdBy: describeActor(context.principal),
  }),
  prepareUpdate: prepareClosing,
  unique: { TrustAccount_name: "name: used by another trust account" },
});

/** A page of the firm's trust accounts, with their balances. */
export async function listTrustAccounts(
  context: Context,
  query: TrustAccountFilter,
): Promise<{ trustAccounts: TrustAccount[]; nextCursor: string | null }> {
  const { records, nextCursor } = await trustAccounts.list(context, query);
  recordBooksRead(context);
  return { trustAccounts: records, nextCursor };
}

/** @throws FORBIDDEN */
export async function assertOwner(context: Context): Promise<void> {
  const { principal } = context;
  if (principal.kind === "member" && (await findRole(context, principal.memberId)) === "owner") return;
  throw new AppError("FORBIDDEN", "Only an owner of the firm can do this");
}

/**
 * Opens a trust account, with empty ledgers for the firm's own money, interest and what is not identified.
 *
 * @throws FORBIDDEN unless the member is an owner; DUPLICATE_ENTRY for the name
 */
export async function openTrustAccount(context: Context, given: NewTrustAccount): Promise<TrustAccount> {
  await assertOwner(context);
  const account = await trustAccounts.create(context, given);
  await insertOwnLedgers(
    context,
    account.id,
    ["firm", "interest", "unidentified"].map((kind) => ({ id: createId("trustLedger"), kind })),
  );
  return account;
}

/** @throws INVALID_STATE_TRANSITION */
async function prepareClosing(context: Context, changes: { status: "closed" }, { id, status }: TrustAccountRow) {
  if (status === "closed") throw invalidState("The trust account is closed already");
  const heldCents = await sumLedgers(context, id);
  if (heldCents > 0) throw invalidState(`The trust account holds ${heldCents} cents: pay out every ledger first`);
  return changes;
}

/**
 * Closes an empty trust account for good.
 *
 * @throws NOT_FOUND; STALE_REVISION; FORBIDDEN unless the member is an owner; INVALID_STATE_TRANSITION for one that is
 *   closed, or that holds money
 */
export async function closeTrustAccount(context: Context, id: string): Promise<TrustAccount> {
  await assertOwner(context);
  return trustAccounts.update(context, { id }, { status: "closed" });
}
