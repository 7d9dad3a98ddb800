import { AppError, limitReached, notFound } from "../../contract/errors/error-codes.ts";
import { isUniqueViolation } from "../../platform/database/database-errors.ts";
import { createId } from "../../platform/database/ids.ts";
import type { Context } from "../../rpc/context.ts";
import type { PersonContext } from "../../rpc/portal-context.ts";
import { administratorPrincipal } from "../../rpc/principal.ts";
import { settleInOrder } from "../../rpc/settle-in-order.ts";
import { runRead } from "../../rpc/unit-of-work.ts";
import { RequestFacts, type SavedTemplate } from "./schema.requests.ts";
import {
  countRequestsSince,
  deleteTemplate,
  findLastGrant,
  findMember,
  findRoleOf,
  findRequestedScope,
  listDecisions,
  listScopeUses,
  listTemplates,
  readRequestingKey,
  saveTemplate,
} from "./store.requests.ts";

const decisionsShown = 5;
const maxTemplates = 100;

/** @throws NOT_FOUND */
export function describeRequest(
  { database, session, requestId, clientIp, action }: PersonContext,
  input: { organizationId: string; requestId: string },
): Promise<RequestFacts> {
  const principal = administratorPrincipal(input.organizationId, session);
  return runRead({ database, principal, requestId, clientIp, action }, async (context) => ({
    result: await readFacts(context, input.requestId),
    mustRecord: false,
  }));
}

async function readFacts(context: Context, requestId: string): Promise<RequestFacts> {
  const request = await findRequestedScope(context, requestId);
  if (request === undefined) throw notFound("Scope request");
  const { keyId, scope, requestedByUserId } = request;
  const [key, scopeUses, decisions, granted] = await settleInOrder(
    readRequestingKey(context, keyId),
    listScopeUses(context, keyId),
    listDecisions(context, decisionsShown),
    findLastGrant(context, keyId, scope),
  );
  const [requester, attorney, lastGrant] = await settleInOrder(
    requestedByUserId === null ? Promise.resolve(undefined) : findRoleOf(context, requestedByUserId),
    key.actingAttorneyId === null ? Promise.resolve(null) : findMember(context, key.actingAttorneyId),
    describeGrant(context, keyId, granted, scopeUses.find((use) => use.scope === scope)?.lastUsedAt),
  );
  const actingAttorney =
    attorney === null || attorney === undefined
      ? null
      : { name: `${attorney.firstName} ${attorney.lastName}`, isActive: attorney.isActive };
  return RequestFacts.parse({
    actingAttorney,
    allowedNetworks: key.allowedNetworks,
    webhookHosts: key.webhookAllowedHosts,
    vendorName: key.vendorName,
    requesterRole: requester?.role ?? null,
    keyCreatedAt: key.createdAt,
    keyLastUsedAt: key.lastUsedAt,
    scopeUses,
    decisions,
    lastGrant,
  });
}

async function describeGrant(
  context: Context,
  keyId: string,
  grant: Awaited<ReturnType<typeof findLastGrant>>,
  lastUsedAt: string | undefined,
) {
  if (grant === undefined || grant.decidedAt === null) return null;
  const usedAt = lastUsedAt !== undefined && Date.parse(lastUsedAt) >= Date.parse(grant.decidedAt) ? lastUsedAt : null;
  return {
    ...grant,
    decidedAt: grant.decidedAt,
    usedAt,
    requests: await countRequestsSince(context, keyId, grant.decidedAt),
  };
}

export function readTemplates(person: PersonContext): Promise<Awaited<ReturnType<typeof listTemplates>>> {
  return listTemplates(person, maxTemplates);
}

/** @throws DUPLICATE_ENTRY at `name`; INVALID_STATE_TRANSITION if there are too many */
export async function storeTemplate(
  person: PersonContext,
  { id = createId("decisionTemplate"), name, text }: SavedTemplate,
): Promise<{ templateId: string }> {
  const templates = await readTemplates(person);
  if (templates.length >= maxTemplates && !templates.some((each) => each.id === id))
    throw limitReached(`There can be at most ${maxTemplates} templates`);
  try {
    await saveTemplate(person, { id, name, text });
  } catch (error) {
    if (!isUniqueViolation(error, "DecisionTemplate_name_key")) throw error;
    const message = "belongs to another template";
    throw new AppError("DUPLICATE_ENTRY", `name: ${message}`, { faults: [{ path: "name", message }] });
  }
  return { templateId: id };
}

/** @throws NOT_FOUND */
export async function removeTemplate(person: PersonContext, templateId: string): Promise<void> {
  if (!(await deleteTemplate(person, templateId))) throw notFound("Template");
}
