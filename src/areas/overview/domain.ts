import { lowestId } from "../../platform/database/ids.ts";
import type { Context } from "../../rpc/context.ts";
import { settleInOrder } from "../../rpc/settle-in-order.ts";
import { readAuditTrail } from "../audit/domain.ts";
import { listExports } from "../exports/domain.ts";
import { listNeeds } from "../request-logs/domain.scope-uses.ts";
import { listPendingScopes } from "../scope-requests/domain.ts";
import { summarizeKeys } from "../service-accounts/domain.summary.ts";
import { listStalledSubscriptions } from "../webhooks/domain.summary.ts";
import type { KeyInNeed, OrganizationOverview, WebhookHealth } from "./schema.ts";
import { countDeliveries, listLatestEvents, readStart } from "./store.ts";

const maxKeys = 20;
const maxLines = 5;
const maxDeliveries = 10_000;
const dayMilliseconds = 86_400_000;

/** The cards that the member may see; the others are null. */
export async function describeOrganization(context: Context): Promise<OrganizationOverview> {
  const { principal } = context;
  const can = (permission: "integrations:manage" | "audit:read" | "reports:export") => principal.kind === "member" && principal.permissions.has(permission);
  const managesKeys = can("integrations:manage");
  const readIf = <Card>(isShown: boolean, read: () => Promise<Card>): Promise<Card | null> => (isShown ? read() : Promise.resolve(null));
  const [start, keys, webhooks, events, exportPage, changes] = await settleInOrder(
    readIf(managesKeys, () => readStart(context)),
    readIf(managesKeys, () => listKeysInNeed(context)),
    readIf(managesKeys, () => describeWebhooks(context)),
    readIf(managesKeys, () => listLatestEvents(context, maxLines)),
    readIf(can("reports:export"), () => listExports(context, { sort: "newest", limit: maxLines })),
    readIf(can("audit:read"), () => listChanges(context)),
  );
  return { start, keys, webhooks, events, exports: exportPage?.exports ?? null, changes };
}

/** Keys that fail or soon will first, then those that wait, then those that are not needed. */
async function listKeysInNeed(context: Context): Promise<KeyInNeed[]> {
  const [{ attention }, needs] = await settleInOrder(summarizeKeys(context), listNeeds(context, null));
  const pending = await listPendingScopes(context, needs.map(({ keyId }) => keyId));
  const found = new Map<string, KeyInNeed>();
  const note = ({ keyId, name }: { keyId: string; name: string }, ...reasons: KeyInNeed["reasons"]) => {
    found.set(keyId, { keyId, name, reasons: [...(found.get(keyId)?.reasons ?? []), ...reasons] });
  };
  for (const { kind, expiresAt, actingAttorneyName, ...key } of attention) {
    note(key, kind === "expiring" ? { kind, expiresAt } : { kind: "misconfigured", actingAttorneyName });
  }
  for (const key of needs.toSorted((one, other) => Number(pending.has(other.keyId)) - Number(pending.has(one.keyId)) || Number(other.isUnused) - Number(one.isUnused))) {
    const { isUnused, lastUsedAt, unusedScopes } = key;
    const count = pending.get(key.keyId)?.length ?? 0;
    if (count > 0) note(key, { kind: "pending_scopes", count });
    if (isUnused) note(key, { kind: "unused", lastUsedAt });
    else if (unusedScopes.length > 0) note(key, { kind: "unused_scopes", count: unusedScopes.length });
  }
  return [...found.values()].slice(0, maxKeys);
}

async function describeWebhooks(context: Context): Promise<WebhookHealth> {
  // A delivery's ID begins with its event's time.
  const since = lowestId("webhookDelivery", new Date(Date.now() - dayMilliseconds));
  const [counts, stalled] = await settleInOrder(countDeliveries(context, since, maxDeliveries), listStalledSubscriptions(context));
  return { ...counts, stopped: stalled.slice(0, maxLines) };
}

async function listChanges(context: Context): Promise<OrganizationOverview["changes"]> {
  const { entries } = await readAuditTrail(context, { limit: maxLines, securityOnly: true });
  return entries.map(({ actor, ...entry }) => ({ ...entry, actorName: actor.name }));
}
