import { basePath } from "../contract/base-path.ts";
import type { OperationMeta } from "../contract/operation.ts";
import { formatEtag } from "../contract/revision.ts";
import type { RevisionSource } from "../contract/revision.ts";
import type { Tier } from "../contract/tiers.ts";
import type { Transaction } from "../platform/database.ts";
import { writeRequestRecord } from "../platform/event-log.ts";
import type { StoredAnswer } from "../platform/event-log.ts";
import type { RateVerdict } from "../platform/rate-limiter.ts";
import { isElevated } from "../contract/scopes.ts";
import type { Context } from "../rpc/context.ts";
import type { Declaration } from "../rpc/declarations.ts";
import { describeActor, onBehalfOf } from "../rpc/principal.ts";
import type { Principal } from "../rpc/principal.ts";
import type { RequestInput } from "./read-input.ts";

/** One authenticated, authorized and well-formed request. */
export interface Call {
  declaration: Declaration;
  principal: Principal;
  input: RequestInput;
  requestId: string;
  address: string;
  peekRate(tier: Tier): Promise<RateVerdict>;
}

/** A success, before its headers are complete. */
export interface Success {
  status: number;
  body: string;
  etag: string | null;
  location: string | null;
}

/** Runs the operation's procedure in the given transaction. */
export async function runProcedure(call: Call, transaction: Transaction): Promise<{ context: Context; success: Success }> {
  const { declaration, principal, input } = call;
  const context: Context = {
    principal,
    organizationId: principal.organizationId,
    transaction,
    requestId: call.requestId,
    expectedRevisions: input.expectedRevisions,
    outcome: { announcements: [], accesses: [] },
    peekRate: (tier) => call.peekRate(tier),
  };
  const output = await declaration.run(context, input.values);
  return { context, success: describeSuccess(declaration.meta, output) };
}

function describeSuccess(meta: OperationMeta, output: object): Success {
  const location = meta.created?.location.replaceAll(/\{([\w.]+)\}/g, (_, path: string) => String(readPath(output, path)));
  return {
    status: meta.created === undefined ? 200 : 201,
    body: JSON.stringify({ success: true, ...output }),
    etag: meta.etag === undefined ? null : formatEtag(readPath(output, meta.etag) as RevisionSource),
    location: location === undefined ? null : `${basePath}${location}`,
  };
}

function readPath(output: object, path: string): unknown {
  return path.split(".").reduce<unknown>((value, name) => (value as Record<string, unknown>)[name], output);
}

/**
 * Writes what the request leaves behind: events, audit entries, the stored answer. The last statement of its transaction.
 * @returns until when the answer is kept
 * @throws when an operation changed or revealed something without saying what: nothing of that kind may commit
 */
export function writeTraces(call: Call, context: Context, storedAnswer: StoredAnswer | null): Promise<string | null> {
  const { declaration, principal } = call;
  const { announcements, accesses } = context.outcome;
  if (announcements.length + accesses.length === 0) throw new Error(`${declaration.name} named no record for the audit trail`);
  const events = announcements.map(({ eventType, ...event }) => ({
    ...event,
    eventType,
    entity: eventType.slice(0, eventType.indexOf(".")),
  }));
  return writeRequestRecord(context.transaction, {
    organizationId: principal.organizationId,
    requestId: call.requestId,
    action: declaration.name,
    address: call.address,
    actor: describeActor(principal),
    onBehalfOfAttorneyId: onBehalfOf(principal),
    source: "api",
    events,
    accesses: [
      ...events.map(({ entity, entityId, relatedIds }) => ({ entity, entityId, relatedIds })),
      ...accesses.map(({ record, relatedIds }) => ({ entity: record.entity, entityId: record.id, relatedIds })),
    ],
    storedAnswer,
  });
}

/** Whether reading under this operation is written to the audit trail. */
export function isAuditedRead(declaration: Declaration): boolean {
  return declaration.kind === "query" && declaration.meta.scope !== null && isElevated(declaration.meta.scope);
}
