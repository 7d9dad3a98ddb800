import { lowestId } from "../../platform/database/ids.ts";
import type { Context } from "../../rpc/context.ts";
import { settleInOrder } from "../../rpc/settle-in-order.ts";
import { readAuditTrail } from "../audit/domain.ts";
import { listExports } from "../exports/domain.ts";
import { describeKeysInNeed } from "../service-accounts/needs/domain.ts";
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
  const can = (permission: "integrations:manage" | "audit:read" | "reports:export") =>
    principal.kind === "member" && principal.permissions.has(permission);
  const managesKeys = can("integrations:manage");
  const readIf = <Card>(isShown: boolean, read: () => Promise<Card>): Promise<Card | null> =>
    isShown ? read() : Promise.resolve(null);
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

async function listKeysInNeed(context: Context): Promise<OrganizationOverview["keys"]> {
  const { keys, total } = await describeKeysInNeed(context, maxKeys);
  const described = keys.map(
    ({
      keyId,
      name,
      status,
      expiresAt,
      actingAttorneyName,
      pendingScopes,
      isUnused,
      lastUsedAt,
      unusedScopes,
    }): KeyInNeed => {
      const reasons: KeyInNeed["reasons"] = [];
      if (status === "needs_attention") reasons.push({ kind: "misconfigured", actingAttorneyName });
      if (status === "expiring") reasons.push({ kind: "expiring", expiresAt });
      if (pendingScopes > 0) reasons.push({ kind: "pending_scopes", count: pendingScopes });
      if (isUnused) reasons.push({ kind: "unused", lastUsedAt });
      else if (unusedScopes > 0) reasons.push({ kind: "unused_scopes", count: unusedScopes });
      return { keyId, name, reasons };
    },
  );
  return { keys: described, total };
}

async function describeWebhooks(context: Context): Promise<WebhookHealth> {
  // A delivery's ID begins with its event's time.
  const since = lowestId("webhookDelivery", new Date(Date.now() - dayMilliseconds));
  const [counts, stalled] = await settleInOrder(
    countDeliveries(context, since, maxDeliveries),
    listStalledSubscriptions(context),
  );
  return { ...counts, stopped: stalled.slice(0, maxLines) };
}

async function listChanges(context: Context): Promise<OrganizationOverview["changes"]> {
  const { entries } = await readAuditTrail(context, { limit: maxLines, securityOnly: true });
  return entries.map(({ actor, ...entry }) => ({ ...entry, actorName: actor.name }));
}
