import type * as z from "zod";
import type { ServiceAccount, ServiceAccountChanges } from "../../../areas/service-accounts/schema.ts";
import type { NewKeyForm } from "./key-form-schema.ts";
import { orderScopes } from "../scopes/scope-grid.ts";
import { listRequested, listWanted } from "../scopes/wanted-scopes.ts";

export type KeyValues = z.input<typeof NewKeyForm>;
export type CheckedKey = z.output<typeof NewKeyForm>;

export function emptyKey(validUntil: Date): KeyValues {
  return {
    name: "",
    description: "",
    ownerMemberId: null,
    tags: "",
    scopes: [],
    actingAttorneyId: null,
    validUntil: validUntil.toISOString(),
    reportIncludeChildOrganizations: true,
    mcpSensitiveRecords: false,
    webhookAllowedHosts: [],
    allowedNetworks: [],
    vendorContactId: null,
    purpose: undefined,
  };
}

export function readValues(key: ServiceAccount): KeyValues {
  return {
    name: key.name,
    description: key.description ?? "",
    ownerMemberId: key.ownerMemberId,
    tags: key.tags.join(", "),
    scopes: listWanted(key),
    actingAttorneyId: key.actingAttorneyId,
    validUntil: key.expiresAt,
    reportIncludeChildOrganizations: key.reportIncludeChildOrganizations,
    mcpSensitiveRecords: key.mcpSensitiveRecords,
    webhookAllowedHosts: key.webhookAllowedHosts,
    allowedNetworks: key.allowedNetworks,
    vendorContactId: key.vendorContactId,
    purpose: undefined,
  };
}

/** A new key with the settings of another one; it gets a name, an expiry and a secret of its own. */
export function copyValues(key: ServiceAccount, validUntil: string): KeyValues {
  const isActing = key.actingAttorney?.status === "active";
  const isOwned = key.owner?.status === "active";
  return { ...readValues(key), name: `${key.name.slice(0, 190)}, copy`, validUntil, ownerMemberId: isOwned ? key.ownerMemberId : null, actingAttorneyId: isActing ? key.actingAttorneyId : null };
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

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
    actingAttorneyId: typed.actingAttorneyId === before.actingAttorneyId ? now.actingAttorneyId : typed.actingAttorneyId,
    reportIncludeChildOrganizations:
      typed.reportIncludeChildOrganizations === before.reportIncludeChildOrganizations
        ? now.reportIncludeChildOrganizations
        : typed.reportIncludeChildOrganizations,
    mcpSensitiveRecords: typed.mcpSensitiveRecords === before.mcpSensitiveRecords ? now.mcpSensitiveRecords : typed.mcpSensitiveRecords,
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
  if (!same(values.tags, key.tags)) changes.tags = values.tags;
  if (!same(orderScopes(values.scopes), before.scopes)) changes.scopes = orderScopes(values.scopes);
  if (values.actingAttorneyId !== before.actingAttorneyId) changes.actingAttorneyId = values.actingAttorneyId;
  if (values.reportIncludeChildOrganizations !== before.reportIncludeChildOrganizations) {
    changes.reportIncludeChildOrganizations = values.reportIncludeChildOrganizations;
  }
  if (values.mcpSensitiveRecords !== before.mcpSensitiveRecords) changes.mcpSensitiveRecords = values.mcpSensitiveRecords;
  if (!same(values.webhookAllowedHosts, before.webhookAllowedHosts)) changes.webhookAllowedHosts = values.webhookAllowedHosts;
  if (!same(values.allowedNetworks, before.allowedNetworks)) changes.allowedNetworks = values.allowedNetworks;
  if (values.vendorContactId !== before.vendorContactId) changes.vendorContactId = values.vendorContactId;
  if (values.purpose !== undefined && listRequested(key, values.scopes).length > 0) changes.purpose = values.purpose;
  return changes;
}

/** A change as one reads it before saving: "+ tasks:read". */
export interface Widening {
  text: string;
  /** Whether the key can do more afterwards, or less; null for neither. */
  effect: "widens" | "narrows" | null;
}

const listOf = (before: readonly string[], after: readonly string[], [added, removed]: readonly [Widening["effect"], Widening["effect"]]): Widening[] => [
  ...after.filter((entry) => !before.includes(entry)).map((entry) => ({ text: `+ ${entry}`, effect: added })),
  ...before.filter((entry) => !after.includes(entry)).map((entry) => ({ text: `− ${entry}`, effect: removed })),
];

/** Without networks, a key works from everywhere: the first one narrows it, and without the last one it is wider. */
function listNetworks(before: readonly string[], after: readonly string[]): Widening[] {
  if (after.length === 0 && before.length > 0) return [{ text: "+ any IP address", effect: "widens" }];
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
    ...listSwitch("child organizations", before.reportIncludeChildOrganizations, after.reportIncludeChildOrganizations),
    ...listSwitch("medical, intake and document records for assistants", before.mcpSensitiveRecords, after.mcpSensitiveRecords),
    ...(after.vendorContactId === before.vendorContactId ? [] : [{ text: "vendor", effect: after.vendorContactId === null ? ("widens" as const) : ("narrows" as const) }]),
    ...(after.actingAttorneyId === before.actingAttorneyId ? [] : [{ text: "acting attorney", effect: null }]),
    ...(after.name === before.name ? [] : [{ text: "name", effect: null }]),
    ...(after.description === before.description ? [] : [{ text: "description", effect: null }]),
    ...(after.ownerMemberId === before.ownerMemberId ? [] : [{ text: "owner", effect: null }]),
    ...(after.tags === before.tags ? [] : [{ text: "tags", effect: null }]),
  ];
  const order = ["widens", "narrows", null];
  return changes.toSorted((one, other) => order.indexOf(one.effect) - order.indexOf(other.effect));
}

/** Another key in use with the same name, as one reads names: without regard to case and blanks around. */
export function findNamesake<Named extends { id: string; name: string; revokedAt: string | null }>(name: string, keys: readonly Named[], ownId: string | null): Named | null {
  const read = (text: string) => text.trim().toLowerCase();
  return keys.find((key) => key.id !== ownId && key.revokedAt === null && read(key.name) === read(name)) ?? null;
}
