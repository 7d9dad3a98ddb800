import { AppError, invalidInput, invalidState } from "../../../contract/errors/error-codes.ts";
import { requireExpected } from "../../../contract/revision.ts";
import { commonSorts, listRecords } from "../../../platform/database/lists/sorted-list.ts";
import { lockAttorneyForShare } from "../../../rpc/authorize.ts";
import type { Context } from "../../../rpc/context.ts";
import { describeActor } from "../../../rpc/principal.ts";
import { areDisjoint, listPersons } from "../../service-accounts/makers/domain.persons.ts";
import { commitFunds } from "../../settlements/settlements/domain.funds.ts";
import { assertPayable, type LockedStatement } from "../../settlements/statements/domain.locks.ts";
import { readNow } from "../bank-statements/store.ts";
import { assertAvailable, findAvailableCents } from "../ledgers/domain.ts";
import { lockTrustLedgersForUpdate } from "../ledgers/store.ts";
import { getTrustPolicy } from "../policy/domain.ts";
import { countActiveAttorneys } from "../policy/store.ts";
import { assertDecidable } from "./domain.states.ts";
import { changeDisbursement, describeDisbursement } from "./domain.ts";
import { findPayees, isSamePayee, readChosenPayee } from "./domain.payees.ts";
import { lockDisbursementChainForUpdate, releaseLine, type LockedDisbursement } from "./domain.transitions.ts";
import type { Disbursement, DisbursementDecision, WaitingDisbursement, WaitingQuery } from "./schema.ts";
import { listLedgerSums, reserveFunds, selectDisbursementPage, type DisbursementRow } from "./store.ts";

const needsAttorney = "Only an attorney can approve disbursements";
const needsSecondPerson = "A second person must approve it: it was requested by you or by a key that you control";

/**
 * A member approves or rejects a disbursement in the portal: the only place where money is approved. They are an
 * attorney, and not behind the request, neither as the attorney for whom its key acted nor as one who made the key or
 * was shown its secret.
 *
 * @throws NOT_FOUND; STALE_REVISION; VALIDATION_FAILED to reject without a note; FORBIDDEN for a member who is no
 *   attorney; INVALID_STATE_TRANSITION for a person behind the request, for a statement that is not approved or stale,
 *   for a payee that has changed, and for more than is available
 */
export async function decideDisbursement(context: Context, given: DisbursementDecision): Promise<Disbursement> {
  const { trustDisbursementId, expectedRevision, decision, note } = given;
  if (decision === "reject" && note === undefined) throw invalidInput({ path: "note", message: "required to reject" });
  const { principal } = context;
  if (principal.kind !== "member") throw new Error("disbursements are decided in the portal");
  if (decision === "approve" && !(await lockAttorneyForShare(context, principal.memberId)))
    throw new AppError("FORBIDDEN", needsAttorney);
  const found = await lockDisbursementChainForUpdate(context, trustDisbursementId);
  assertDecidable(found.row.status, decision === "approve" ? "approved" : "rejected");
  requireExpected([expectedRevision], "trust disbursement", found.row.revision);
  const persons = await listPersons(context);
  const isSoleApproval = await checkSecondPerson(context, found.row, persons, decision);
  const decided = {
    decidedBy: JSON.stringify(describeActor(principal)),
    decidedByPersons: persons,
    decidedAt: await readNow(context),
    decisionNote: note ?? null,
  };
  if (decision === "approve") return approve(context, found, { ...decided, isSoleApproval });
  await releaseLine(context, found.row);
  return changeDisbursement(context, found.row, { ...decided, status: "rejected" }, "trust_disbursement.rejected");
}

/**
 * @returns whether it is the approval of the firm's only attorney
 * @throws INVALID_STATE_TRANSITION
 */
async function checkSecondPerson(
  context: Context,
  { requestedByPersons }: DisbursementRow,
  persons: readonly string[],
  decision: DisbursementDecision["decision"],
): Promise<boolean> {
  if (areDisjoint(persons, requestedByPersons)) return false;
  if (decision === "approve" && (await allowsSoleApproval(context))) return true;
  throw invalidState(needsSecondPerson);
}

/** Whether the owner switched the second person off, and the firm still has one active attorney alone. */
async function allowsSoleApproval(context: Context): Promise<boolean> {
  const { approval } = await getTrustPolicy(context);
  return approval === "sole_attorney" && (await countActiveAttorneys(context)) === 1;
}

interface Decided {
  decidedBy: string;
  decidedByPersons: string[];
  decidedAt: string;
  decisionNote: string | null;
  isSoleApproval: boolean;
}

/** @throws INVALID_STATE_TRANSITION */
async function approve(context: Context, { row, locked }: LockedDisbursement, decided: Decided): Promise<Disbursement> {
  assertPayable(locked.statement);
  await assertPayeeUnchanged(context, row, locked);
  const [ledger] = await lockTrustLedgersForUpdate(context, [row.ledgerId]);
  if (ledger === undefined) throw new Error("a disbursement without a ledger");
  assertAvailable(ledger, row.amountCents);
  // Settlement and share are locked since before the ledger.
  await commitFunds(context, { shareId: row.shareId, committedCents: row.amountCents, disbursedCents: 0 });
  await reserveFunds(context, row.ledgerId, row.amountCents);
  return changeDisbursement(context, row, { ...decided, status: "approved" }, "trust_disbursement.approved");
}

/** @throws INVALID_STATE_TRANSITION */
async function assertPayeeUnchanged(context: Context, row: DisbursementRow, locked: LockedStatement): Promise<void> {
  const line = locked.lines.find(({ key }) => key === row.lineKey);
  if (line === undefined) throw new Error("a disbursement without a line");
  const [now] = await findPayees(context, locked, [{ line, given: readChosenPayee(row, line) }]);
  if (now === undefined || now.payeeType !== row.payeeType || !isSamePayee(row.payee, now.payee))
    throw invalidState("The payee has changed since the request: cancel the disbursement and request it again");
}

/**
 * The disbursements that wait for approval, the oldest first, each with what its ledger has available before and after,
 * and why the member cannot approve it.
 *
 * @throws VALIDATION_FAILED for a foreign cursor
 */
export async function listWaiting(
  context: Context,
  { after, limit }: WaitingQuery,
): Promise<{ waiting: WaitingDisbursement[]; nextCursor: string | null }> {
  const list = { name: "waiting-trust-disbursements", alias: "t", sorts: commonSorts };
  const { rows, nextCursor } = await listRecords(context, list, { after, limit, sort: "oldest" }, (page) =>
    selectDisbursementPage(context, { status: "pending_approval" }, page),
  );
  const persons = await listPersons(context);
  const allowsSole = await allowsSoleApproval(context);
  const isAttorney = context.principal.actingAttorneyActive;
  const sums = new Map(
    (
      await listLedgerSums(
        context,
        rows.map(({ ledgerId }) => ledgerId),
      )
    ).map((row) => [row.id, row]),
  );
  const waiting = rows.map((row) => {
    const ledger = sums.get(row.ledgerId);
    const availableBeforeCents = ledger === undefined ? 0 : findAvailableCents(ledger);
    const availableAfterCents = availableBeforeCents - row.amountCents;
    const isBehind = !areDisjoint(persons, row.requestedByPersons) && !allowsSole;
    const obstacles = [
      isAttorney ? null : `${needsAttorney}.`,
      isBehind ? `${needsSecondPerson}.` : null,
      availableAfterCents < 0 ? "The ledger has too little available." : null,
    ];
    return {
      disbursement: describeDisbursement(row),
      availableBeforeCents,
      availableAfterCents,
      obstacle: obstacles.find((each) => each !== null) ?? null,
    };
  });
  return { waiting, nextCursor };
}
