import { invalidState, notFound } from "../../contract/errors/error-codes.ts";
import { lowestId } from "../../platform/database/ids.ts";
import { readPage } from "../../platform/database/lists/cursor.ts";
import type { Context } from "../../rpc/context.ts";
import { settleInOrder } from "../../rpc/settle-in-order.ts";
import { findKeyOfToken } from "../assistants/domain.tokens.ts";
import { countUnreadNotifications } from "../notifications/domain.ts";
import { countPendingScopes, listRequestsOfKey } from "../scope-requests/domain.ts";
import { getKey } from "../service-accounts/domain.ts";
import { reportLeakedKey } from "../service-accounts/domain.leaks.ts";
import { summarizeKeys } from "../service-accounts/domain.summary.ts";
import { listStalledSubscriptions } from "../webhooks/domain.summary.ts";
import {
  FoundKey,
  HistoryEntry,
  type AttentionItem,
  type Attorney,
  type HistoryFilter,
  type KeyGroups,
  type Overview,
  type Vendor,
} from "./schema.ts";
import {
  findSecret,
  listActingAttorneys,
  listEntries,
  listManagers,
  listOwners,
  listSnoozes,
  listTags,
  listVendorContacts,
  upsertSnooze,
} from "./store.ts";

const maxManagers = 10;
const nothing = {
  counts: { active: 0, expiring: 0, needsAttention: 0, paused: 0, pending: 0 },
  attention: [],
  stalledWebhooks: [],
};

/** Counts and alerts for every screen: key problems that the member has not snoozed, or the managers to contact. */
export async function describeOverview(context: Context): Promise<Overview> {
  const { principal } = context;
  const canManage = principal.kind === "member" && principal.permissions.has("integrations:manage");
  const unreadNotifications = await countUnreadNotifications(context);
  if (!canManage)
    return { canManage, managers: await listManagers(context, maxManagers), ...nothing, unreadNotifications };
  const { attention, ...counts } = await summarizeKeys(context);
  const pending = await countPendingScopes(context);
  const stalledWebhooks = await listStalledSubscriptions(context);
  const snoozed = new Set(await listSnoozes(context, principal.memberId));
  return {
    canManage,
    managers: [],
    counts: { ...counts, pending },
    attention: attention.filter(({ kind, keyId }) => !snoozed.has(nameItem({ kind, recordId: keyId }))),
    stalledWebhooks: stalledWebhooks.filter(
      ({ subscriptionId }) => !snoozed.has(nameItem({ kind: "stalled", recordId: subscriptionId })),
    ),
    unreadNotifications,
  };
}

/**
 * Hides an item of the overview from this member for a day.
 *
 * @throws NOT_FOUND when the overview does not list it
 */
export async function snoozeAttention(context: Context, item: AttentionItem): Promise<void> {
  const { principal } = context;
  const { attention, stalledWebhooks } = await describeOverview(context);
  const isListed =
    item.kind === "stalled"
      ? stalledWebhooks.some(({ subscriptionId }) => subscriptionId === item.recordId)
      : attention.some(({ kind, keyId }) => kind === item.kind && keyId === item.recordId);
  if (principal.kind !== "member" || !isListed) throw notFound("Item");
  await upsertSnooze(context, principal.memberId, nameItem(item));
}

/** A key that expires and then lacks its attorney is another item. */
function nameItem({ kind, recordId }: AttentionItem): string {
  return `${kind}:${recordId}`;
}

export function listAttorneys(context: Context): Promise<Attorney[]> {
  return listActingAttorneys(context);
}

export function listVendors(context: Context): Promise<Vendor[]> {
  return listVendorContacts(context);
}

export async function describeGroups(context: Context): Promise<KeyGroups> {
  const [tags, owners] = await settleInOrder(listTags(context), listOwners(context));
  return { tags: tags.map(({ tag }) => tag), owners };
}

/** A secret of a key, or a token of a connected assistant, by its digest. */
async function findSecretOrToken(context: Context, hexDigest: string) {
  const digest = Buffer.from(hexDigest, "hex");
  return (await findSecret(context, digest)) ?? findKeyOfToken(context, digest);
}

/** Finds a key by its secret's digest; the browser never sends the secret. */
export async function findKeyByDigest(context: Context, digest: string): Promise<FoundKey | null> {
  const secret = await findSecretOrToken(context, digest);
  if (secret === undefined) return null;
  const key = await getKey(context, secret.keyId);
  return FoundKey.parse({ ...key, prefix: secret.prefix, secretState: secret.isLive ? "live" : "retired" });
}

/**
 * Reports the key of a secret, given by its digest.
 *
 * @throws NOT_FOUND; INVALID_STATE_TRANSITION also for a secret that no longer works
 */
export async function reportLeak(context: Context, digest: string): Promise<void> {
  const secret = await findSecretOrToken(context, digest);
  if (secret === undefined) throw notFound("Key");
  if (!secret.isLive) throw invalidState("This secret is no longer valid");
  await reportLeakedKey(context, secret.keyId);
}

/** The lowest ID of an audit entry of an instant; an ID can say the years 1970 to 2100. */
const idAt = (instant: string | undefined) =>
  instant === undefined
    ? null
    : lowestId("auditEntry", new Date(Math.min(Math.max(Date.parse(instant), 0), Date.UTC(2100, 0))));

/**
 * Audit entries of a key and its scope requests, newest first.
 *
 * @throws NOT_FOUND
 */
export async function readHistory(
  context: Context,
  keyId: string,
  { from, until, action, ...query }: HistoryFilter,
): Promise<{ entries: HistoryEntry[]; nextCursor: string | null }> {
  await getKey(context, keyId);
  const requests = await listRequestsOfKey(context, keyId);
  const records = [
    { entity: "integration_key", id: keyId },
    ...requests.map((id) => ({ entity: "scope_request", id })),
  ];
  const list = { organizationId: context.organizationId, name: `history ${keyId}` };
  const { rows, nextCursor } = await readPage(list, query, ({ after, limit }) =>
    listEntries(context, records, { after, limit, action, least: idAt(from), bound: idAt(until) }),
  );
  const entries = rows.map(({ actorType, actorId, actorName, ...row }) =>
    HistoryEntry.parse({ ...row, actor: { type: actorType, id: actorId, name: actorName } }),
  );
  return { entries, nextCursor };
}
