import { isSame } from "../../client/forms/is-same.ts";
import type { ServiceAccount, ServiceAccountChanges } from "../../../areas/service-accounts/schema.ts";
import { orderScopes } from "../scopes/scope-grid.ts";
import { listRequested } from "../scopes/wanted-scopes.ts";
import { readValues, type CheckedKey, type KeyValues } from "./key-form.ts";
import { keyChanges as t } from "./lazy-strings.ts";

function mergeList<Entry>(start: readonly Entry[], typed: readonly Entry[], now: readonly Entry[]): Entry[] {
  const kept = now.filter((entry) => typed.includes(entry) || !start.includes(entry));
  return [...kept, ...typed.filter((entry) => !start.includes(entry) && !now.includes(entry))];
}

/** Merges the user's changes into the key's current state, so that neither overwrites the other. */
export function mergeValues(before: KeyValues, typed: KeyValues, now: KeyValues): KeyValues {
  return {
    ...now,
    name: typed.name === before.name ? now.name : typed.name,
    description: typed.description === before.description ? now.description : typed.description,
    ownerMemberId: typed.ownerMemberId === before.ownerMemberId ? now.ownerMemberId : typed.ownerMemberId,
    tags: typed.tags === before.tags ? now.tags : typed.tags,
    scopes: orderScopes(mergeList(before.scopes, typed.scopes, now.scopes)),
    actingAttorneyId:
      typed.actingAttorneyId === before.actingAttorneyId ? now.actingAttorneyId : typed.actingAttorneyId,
    reportIncludeChildOrganizations:
      typed.reportIncludeChildOrganizations === before.reportIncludeChildOrganizations
        ? now.reportIncludeChildOrganizations
        : typed.reportIncludeChildOrganizations,
    mcpSensitiveRecords:
      typed.mcpSensitiveRecords === before.mcpSensitiveRecords ? now.mcpSensitiveRecords : typed.mcpSensitiveRecords,
    vendorContactId: typed.vendorContactId === before.vendorContactId ? now.vendorContactId : typed.vendorContactId,
    webhookAllowedHosts: mergeList(before.webhookAllowedHosts, typed.webhookAllowedHosts, now.webhookAllowedHosts),
    allowedNetworks: mergeList(before.allowedNetworks, typed.allowedNetworks, now.allowedNetworks),
    purpose: typed.purpose,
  };
}

/** Only changed fields, so that concurrent changes are not overwritten. */
export function collectChanges(key: ServiceAccount, values: CheckedKey): ServiceAccountChanges {
  const before = readValues(key);
  const changes: ServiceAccountChanges = {};
  if (values.name !== before.name) changes.name = values.name;
  if (values.description !== key.description) changes.description = values.description;
  if (values.ownerMemberId !== key.ownerMemberId) changes.ownerMemberId = values.ownerMemberId;
  if (!isSame(values.tags, key.tags)) changes.tags = values.tags;
  if (!isSame(orderScopes(values.scopes), before.scopes)) changes.scopes = orderScopes(values.scopes);
  if (values.actingAttorneyId !== before.actingAttorneyId) changes.actingAttorneyId = values.actingAttorneyId;
  if (values.reportIncludeChildOrganizations !== before.reportIncludeChildOrganizations) {
    changes.reportIncludeChildOrganizations = values.reportIncludeChildOrganizations;
  }
  if (values.mcpSensitiveRecords !== before.mcpSensitiveRecords)
    changes.mcpSensitiveRecords = values.mcpSensitiveRecords;
  if (!isSame(values.webhookAllowedHosts, before.webhookAllowedHosts))
    changes.webhookAllowedHosts = values.webhookAllowedHosts;
  if (!isSame(values.allowedNetworks, before.allowedNetworks)) changes.allowedNetworks = values.allowedNetworks;
  if (values.vendorContactId !== before.vendorContactId) changes.vendorContactId = values.vendorContactId;
  if (values.purpose !== undefined && listRequested(key, values.scopes).length > 0) changes.purpose = values.purpose;
  return changes;
}

/** A change as the review shows it before saving: "+ tasks:read". */
export interface Widening {
  text: string;
  /** Whether the key can do more afterwards, or less; null for neither. */
  effect: "widens" | "narrows" | null;
}

const listOf = (
  before: readonly string[],
  after: readonly string[],
  [added, removed]: readonly [Widening["effect"], Widening["effect"]],
): Widening[] => [
  ...after.filter((entry) => !before.includes(entry)).map((entry) => ({ text: `+ ${entry}`, effect: added })),
  ...before.filter((entry) => !after.includes(entry)).map((entry) => ({ text: `− ${entry}`, effect: removed })),
];

/** Without networks, a key works from everywhere: the first one narrows it, and without the last one it is wider. */
function listNetworks(before: readonly string[], after: readonly string[]): Widening[] {
  if (after.length === 0 && before.length > 0) return [{ text: `+ ${t.anyIpAddress}`, effect: "widens" }];
  return listOf(before, after, before.length === 0 ? ["narrows", null] : ["widens", "narrows"]);
}

function listSwitch(text: string, before: boolean, after: boolean): Widening[] {
  return after === before ? [] : [{ text: `${after ? "+" : "−"} ${text}`, effect: after ? "widens" : "narrows" }];
}

/** What saving would change: what widens the key first, then what narrows it. */
export function listChanges(before: KeyValues, after: KeyValues): Widening[] {
  const changes: Widening[] = [
    ...listOf(before.scopes, after.scopes, ["widens", "narrows"]),
    ...listOf(before.webhookAllowedHosts, after.webhookAllowedHosts, ["widens", "narrows"]),
    ...listNetworks(before.allowedNetworks, after.allowedNetworks),
    ...listSwitch(t.childOrganizations, before.reportIncludeChildOrganizations, after.reportIncludeChildOrganizations),
    ...listSwitch(t.assistantRecords, before.mcpSensitiveRecords, after.mcpSensitiveRecords),
    ...(after.vendorContactId === before.vendorContactId
      ? []
      : [{ text: t.vendor, effect: after.vendorContactId === null ? ("widens" as const) : ("narrows" as const) }]),
    ...(after.actingAttorneyId === before.actingAttorneyId ? [] : [{ text: t.actingAttorney, effect: null }]),
    ...(after.name === before.name ? [] : [{ text: t.name, effect: null }]),
    ...(after.description === before.description ? [] : [{ text: t.description, effect: null }]),
    ...(after.ownerMemberId === before.ownerMemberId ? [] : [{ text: t.owner, effect: null }]),
    ...(after.tags === before.tags ? [] : [{ text: t.tags, effect: null }]),
  ];
  const order = ["widens", "narrows", null];
  return changes.toSorted((one, other) => order.indexOf(one.effect) - order.indexOf(other.effect));
}
