import { notFound } from "../../contract/errors/error-codes.ts";
import { BulkJobId } from "../../contract/values/values.ts";
import { lowestId } from "../../platform/database/ids.ts";
import { encodeCursor, idPosition, readPage } from "../../platform/database/lists/cursor.ts";
import type { Row } from "../../platform/database/tables.ts";
import type { Context } from "../../rpc/context.ts";
import { settleInOrder } from "../../rpc/settle-in-order.ts";
import { listPendingScopes } from "../scope-requests/domain.ts";
import { explain } from "./domain.explanations.ts";
import { findReasons, findRoutes, findTemplate } from "./domain.text.ts";
import type {
  ExplainedRequest,
  LoggedRequest,
  OrganizationRequest,
  RequestDetail,
  KeyRequestFilter,
  OrganizationRequestFilter,
  OrganizationRequestPage,
  KeyRequestPage,
} from "./schema.ts";
import {
  findByRequestId,
  findKey,
  findLastLookedAt,
  findRejectedOfJob,
  findRequest,
  hasAuditEntry,
  listEventsOf,
  listKeyNames,
  listLoggedRoutes,
  listRequestRows,
  type IdRange,
  type RequestConditions,
} from "./store.ts";

export { KeyRequestPage, keyRequestFilter } from "./schema.ts";

/** The clocks of the server and of the database may differ by this much. */
const slackMilliseconds = 5_000;
/** Request ids need not be unique; maximum explained per id. */
const maxExplained = 20;

async function getKeyRow(context: Context, keyId: string) {
  const key = await findKey(context, keyId);
  if (key === undefined) throw notFound("Service account");
  return key;
}

/**
 * A page of a key's requests, newest first.
 *
 * @throws NOT_FOUND; VALIDATION_FAILED for an invalid cursor
 */
export async function listRequests(context: Context, keyId: string, filter: KeyRequestFilter): Promise<KeyRequestPage> {
  await getKeyRow(context, keyId);
  const { rows, nextCursor } = await readRequests(context, { ...filter, keyId });
  return { requests: rows.map(describeRequest), nextCursor };
}

/**
 * A page of the requests of the key that asks, newest first.
 *
 * @throws NOT_FOUND for members; VALIDATION_FAILED for an invalid cursor
 */
export async function listOwnRequests(context: Context, filter: KeyRequestFilter): Promise<KeyRequestPage> {
  const { principal } = context;
  if (principal.kind !== "integration_key") throw notFound("Key");
  return listRequests(context, principal.keyId, filter);
}

/**
 * A page of the organization's requests, newest first, with the names of their keys.
 *
 * @throws VALIDATION_FAILED for an invalid cursor
 */
export async function listOrganizationRequests(
  context: Context,
  filter: OrganizationRequestFilter,
): Promise<OrganizationRequestPage> {
  const { rows, nextCursor } = await readRequests(context, await resolveFilter(context, filter));
  const keyIds = [...new Set(rows.map(({ keyId }) => keyId))];
  const names = new Map(
    keyIds.length === 0 ? [] : (await listKeyNames(context, keyIds)).map(({ id, name }) => [id, name]),
  );
  return {
    requests: rows.map((row) => ({
      ...describeRequest(row),
      keyId: row.keyId,
      keyName: names.get(row.keyId) ?? row.keyId,
    })),
    nextCursor,
  };
}

/** With the template of a path, and with what a text is a part of. */
async function resolveFilter(context: Context, { route, q, ...filter }: OrganizationRequestFilter): Promise<Filter> {
  if (q === undefined && (route === undefined || route.includes("{")))
    return { ...filter, ...(route !== undefined && { route }) };
  const logged = await listLoggedRoutes(context);
  return {
    ...filter,
    ...(route !== undefined && { route: findTemplate(route, logged) }),
    ...(q !== undefined && { matches: { text: q, routes: findRoutes(q, logged), reasons: findReasons(q) } }),
  };
}

type Filter = RequestConditions & Pick<OrganizationRequestFilter, "after" | "limit" | "from" | "until">;

async function readRequests(
  context: Context,
  filter: Filter,
): Promise<{ rows: Row<"RequestLog">[]; nextCursor: string | null }> {
  const list = {
    organizationId: context.organizationId,
    name: filter.keyId === undefined ? "requests" : `requests ${filter.keyId}`,
    position: idPosition,
  };
  const end = filter.until === undefined ? [] : [lowestId("loggedRequest", new Date(filter.until))];
  const least = filter.from === undefined ? null : lowestId("loggedRequest", new Date(filter.from));
  let range: IdRange = { below: end, least };
  const { rows, nextCursor } = await readPage(list, filter, ({ after, limit }) => {
    if (after !== null) range = { below: [after, ...end], least };
    return listRequestRows(context, range, filter, limit);
  });
  const isFiltered = [
    filter.status,
    filter.code,
    filter.reason,
    filter.route,
    filter.method,
    filter.matches,
    filter.address,
    filter.source,
    filter.bulkJobId,
  ].some((value) => value !== undefined);
  // Few of the scanned rows matched; the list continues after them.
  const last = nextCursor === null && isFiltered ? await findLastLookedAt(context, filter, range) : null;
  return { rows, nextCursor: last === null ? nextCursor : encodeCursor(list, last) };
}

function describeRequest({ durationMicros, refusedBy, ...row }: Row<"RequestLog">): LoggedRequest {
  const { keyState, idempotency, reason, source } = row;
  const rejectedBy = refusedBy as LoggedRequest["rejectedBy"];
  return {
    ...row,
    reason: reason as LoggedRequest["reason"],
    rejectedBy,
    refusedBy: rejectedBy,
    keyState: keyState as LoggedRequest["keyState"],
    idempotency: idempotency as LoggedRequest["idempotency"],
    source: source as LoggedRequest["source"],
    durationMs: durationMicros / 1000,
  };
}

/**
 * Why a request was rejected and how to fix it: the newest 20 of the organization's requests with this id; of a bulk
 * job, its rejected items.
 */
export async function explainRejection(context: Context, requestId: string): Promise<ExplainedRequest[]> {
  const find = BulkJobId.safeParse(requestId).success && !requestId.includes(".") ? findRejectedOfJob : findByRequestId;
  return explainRows(context, await find(context, requestId, maxExplained));
}

async function explainRows(
  context: Context,
  rows: readonly NonNullable<Awaited<ReturnType<typeof findRequest>>>[],
): Promise<ExplainedRequest[]> {
  const keyIds = [...new Set(rows.filter(({ refusedBy }) => refusedBy === "scope").map(({ keyId }) => keyId))];
  const pending = await listPendingScopes(context, keyIds);
  return rows.map(({ scopes, ...row }) => {
    const pendingScopes = pending.get(row.keyId)?.map(({ scope }) => scope) ?? [];
    const request: OrganizationRequest = { ...describeRequest(row), keyId: row.keyId, keyName: row.keyName };
    return { ...request, explanation: explain(request, { scopes, pendingScopes }) };
  });
}

/**
 * One request with the events and the audit entry that it left.
 *
 * @throws NOT_FOUND
 */
export async function describeLoggedRequest(context: Context, id: string): Promise<RequestDetail> {
  const row = await findRequest(context, id);
  const [request] = row === undefined ? [] : await explainRows(context, [row]);
  if (request === undefined) throw notFound("Request");
  const { requestId, occurredAt, durationMs } = request;
  const start = Date.parse(occurredAt) - slackMilliseconds;
  const end = Date.parse(occurredAt) + durationMs + slackMilliseconds;
  const [events, isAudited] = await settleInOrder(
    listEventsOf(context, requestId, new Date(start).toISOString(), new Date(end).toISOString()),
    hasAuditEntry(context, requestId),
  );
  return { ...request, events, hasAuditEntry: isAudited };
}
