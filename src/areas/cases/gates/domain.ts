import { notFound } from "../../../contract/errors/error-codes.ts";
import { staleRevision } from "../../../contract/revision.ts";
import { createId } from "../../../platform/database/ids.ts";
import type { Row } from "../../../platform/database/tables.ts";
import { recordEvent, diffRecords, type Context } from "../../../rpc/context.ts";
import { Gate, StageGate } from "./schema.ts";
import { MatterStage } from "../schema.input.ts";
import type { CaseDetail } from "../schema.ts";
import {
  changeGateRow,
  insertGateRow,
  listGateRows,
  lockGateRowForUpdate,
  readGateFacts,
  type GateFacts,
} from "./store.ts";

const gates: Readonly<Record<Gate, { holds: (of: CaseDetail, facts: GateFacts) => boolean; remedy: string }>> = {
  facility_bound: { holds: (_, { hasFacility }) => hasFacility, remedy: "bind a medical facility to the case" },
  records_received: {
    holds: (_, { hasReceivedRecords }) => hasReceivedRecords,
    remedy: "receive at least one medical record or bill",
  },
  lead_attorney_assigned: { holds: ({ attorneyId }) => attorneyId !== null, remedy: "assign a lead attorney" },
  incident_dated: { holds: ({ dateOfIncident }) => dateOfIncident !== null, remedy: "set dateOfIncident" },
  retainer_signed: { holds: ({ engagedOn }) => engagedOn !== null, remedy: "set engagedOn" },
  court_action_filed: {
    holds: (_, { hasFiledAction }) => hasFiledAction,
    remedy: "set filedOn of a court action with PATCH /cases/{caseId}/court-actions/{courtActionId}",
  },
  settlement_recorded: {
    holds: ({ settlementAmountCents, settlementDate }) => settlementAmountCents !== null && settlementDate !== null,
    remedy: "set settlementAmountCents and settlementDate",
  },
  recovery_recorded: {
    holds: ({ recoveryAmountCents }) => recoveryAmountCents !== null,
    remedy: "set recoveryAmountCents",
  },
  no_open_balance: {
    holds: (_, { hasOpenBalance }) => !hasOpenBalance,
    remedy: "settle every invoice that is sent, partial or overdue",
  },
  no_unpaid_expense: {
    holds: (_, { hasUnpaidExpense }) => !hasUnpaidExpense,
    remedy: "pay, reject or void every expense that waits for approval or payment",
  },
  no_unpaid_lien: {
    holds: (_, { hasOpenLien }) => !hasOpenLien,
    remedy: "pay, waive or withdraw every open lien",
  },
  trust_balance_zero: {
    holds: (_, { hasTrustBalance }) => !hasTrustBalance,
    remedy: "pay out what the case has in trust",
  },
  funds_cleared: {
    holds: (_, { hasSettlement, hasUnclearedFunds }) => hasSettlement && !hasUnclearedFunds,
    remedy: "agree on a settlement, and wait until all of its funds have cleared",
  },
  statements_approved: {
    holds: (_, { hasSettlement, hasUnapprovedShare }) => hasSettlement && !hasUnapprovedShare,
    remedy: "have the statement of every share approved",
  },
  no_open_request: {
    holds: (_, { hasOpenRequest }) => !hasOpenRequest,
    remedy: "complete or cancel every open retrieval request",
  },
  no_open_signature_request: {
    holds: (_, { hasOpenSignatureRequest }) => !hasOpenSignatureRequest,
    remedy: "wait until every signature request that is out is completed, or void it",
  },
  no_open_task: { holds: (_, { hasOpenTask }) => !hasOpenTask, remedy: "complete or cancel every open task" },
  no_open_deadline: {
    holds: (_, { hasOpenDeadline }) => !hasOpenDeadline,
    remedy: "satisfy, waive or cancel every open or missed deadline",
  },
  statute_known: {
    holds: (_, { hasStatute }) => hasStatute,
    remedy: "record the statute of limitations with POST /cases/{caseId}/deadlines",
  },
  statute_verified: {
    holds: (_, { hasStatute, hasUnverifiedStatute }) => hasStatute && !hasUnverifiedStatute,
    remedy: "record the statute of limitations, and have a second person verify each that is open or missed",
  },
  no_unverified_deadline: {
    holds: (_, { hasUnverifiedDeadline }) => !hasUnverifiedDeadline,
    remedy: "have a second person verify every open or missed deadline",
  },
  no_upcoming_event: {
    holds: (_, { hasEventAhead }) => !hasEventAhead,
    remedy: "cancel or delete the events that are still ahead",
  },
  no_open_stage_task: {
    holds: (_, { hasOpenStageTask }) => !hasOpenStageTask,
    remedy: "complete or cancel the open tasks that the templates of the current stage made",
  },
};

const defaultGates: Partial<Record<MatterStage, readonly Gate[]>> = {
  demand_sent: ["records_received"],
  litigation_filed: ["lead_attorney_assigned", "incident_dated"],
  settlement_pending: ["settlement_recorded"],
  closed: [
    "no_open_balance",
    "no_unpaid_lien",
    "trust_balance_zero",
    "no_open_request",
    "no_open_deadline",
    "no_open_signature_request",
  ],
};

/** A gate with what would open it, for the message of a rejection. */
export function describeGate(gate: Gate): string {
  return `${gate} (${gates[gate].remedy})`;
}

/** The gates of a stage that a case does not pass, by the firm's rules for its type. */
export async function listFailingGates(context: Context, of: CaseDetail, stage: MatterStage): Promise<Gate[]> {
  const rows = await listGateRows(context, of.caseType, stage);
  const wanted = chooseGates(rows, stage, of.caseType).gates.map((name) => Gate.parse(name));
  if (wanted.length === 0) return [];
  const facts = await readGateFacts(context, of.id);
  return wanted.filter((gate) => !gates[gate].holds(of, facts));
}

/**
 * The gates of every stage, in the order of the stages, as they apply to this case type; null for the gates of case
 * types without their own.
 */
export async function listStageGates(context: Context, caseType: string | null): Promise<StageGate[]> {
  const rows = await listGateRows(context, caseType);
  return MatterStage.options.map((stage) => chooseGates(rows, stage, caseType));
}

function chooseGates(rows: readonly Row<"CaseStageGate">[], stage: MatterStage, caseType: string | null): StageGate {
  const ofStage = rows.filter((row) => row.stage === stage);
  const found = ofStage.find((row) => row.caseType === caseType) ?? ofStage.find((row) => row.caseType === "");
  if (found !== undefined) return describeRow(found);
  return {
    id: null,
    stage,
    caseType: null,
    gates: [...(defaultGates[stage] ?? [])],
    source: "default",
    revision: 0,
    updatedAt: null,
  };
}

function describeRow(row: Row<"CaseStageGate">): StageGate {
  const isForAll = row.caseType === "";
  return StageGate.parse({
    ...row,
    caseType: isForAll ? null : row.caseType,
    source: isForAll ? "organization" : "case_type",
  });
}

/**
 * Sets the gates of a stage, for a case type or for all types.
 *
 * @throws NOT_FOUND for an unknown stage; STALE_REVISION
 */
export async function putStageGate(
  context: Context,
  stage: string,
  { caseType, gates: wanted }: { caseType: string | null; gates: Gate[] },
): Promise<StageGate> {
  const { data: known } = MatterStage.safeParse(stage);
  if (known === undefined) throw notFound("Stage");
  const place = { stage: known, caseType: caseType ?? "", gates: wanted };
  // Of two concurrent first requests, the second waits here and then updates the first's row.
  const inserted =
    context.expectedRevisions === null
      ? await insertGateRow(context, { ...place, id: createId("caseStageGate") })
      : undefined;
  const locked = inserted === undefined ? await lockGateRowForUpdate(context, known, place.caseType) : undefined;
  const before = locked === undefined ? chooseGates([], known, caseType) : describeRow(locked);
  // With If-Match and no row, nothing can have the expected revision.
  const row = inserted ?? (await changeGateRow(context, place));
  if (row === undefined) throw staleRevision("stage gate");
  const after = describeRow(row);
  recordEvent(context, {
    eventType: "case_stage_gate.updated",
    entityId: row.id,
    payload: after,
    diff: diffRecords(before, after),
    relatedIds: [{ entity: "case_stage_gate", id: row.id }],
  });
  return after;
}
