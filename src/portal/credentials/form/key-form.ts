import type * as z from "zod";
import type { ServiceAccount, ServiceAccountChanges } from "../../../areas/service-accounts/schema.ts";
import type { NewKeyForm } from "./key-form-schema.ts";
import { orderScopes } from "./scope-grid.ts";
import { listRequested, listWanted } from "./wanted-scopes.ts";

export type KeyValues = z.input<typeof NewKeyForm>;
export type CheckedKey = z.output<typeof NewKeyForm>;

export function emptyKey(validUntil: Date): KeyValues {
  return {
    name: "",
    scopes: [],
    actingAttorneyId: null,
    validUntil: validUntil.toISOString(),
    reportIncludeChildOrganizations: true,
    webhookAllowedHosts: [],
    allowedNetworks: [],
    vendorContactId: null,
    purpose: undefined,
  };
}

export function readValues(key: ServiceAccount): KeyValues {
  return {
    name: key.name,
    scopes: listWanted(key),
    actingAttorneyId: key.actingAttorneyId,
    validUntil: key.expiresAt,
    reportIncludeChildOrganizations: key.reportIncludeChildOrganizations,
    webhookAllowedHosts: key.webhookAllowedHosts,
    allowedNetworks: key.allowedNetworks,
    vendorContactId: key.vendorContactId,
    purpose: undefined,
  };
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
    scopes: orderScopes(mergeList(before.scopes, typed.scopes, now.scopes)),
    actingAttorneyId: typed.actingAttorneyId === before.actingAttorneyId ? now.actingAttorneyId : typed.actingAttorneyId,
    reportIncludeChildOrganizations:
      typed.reportIncludeChildOrganizations === before.reportIncludeChildOrganizations
        ? now.reportIncludeChildOrganizations
        : typed.reportIncludeChildOrganizations,
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
  if (!same(orderScopes(values.scopes), before.scopes)) changes.scopes = orderScopes(values.scopes);
  if (values.actingAttorneyId !== before.actingAttorneyId) changes.actingAttorneyId = values.actingAttorneyId;
  if (values.reportIncludeChildOrganizations !== before.reportIncludeChildOrganizations) {
    changes.reportIncludeChildOrganizations = values.reportIncludeChildOrganizations;
  }
  if (!same(values.webhookAllowedHosts, before.webhookAllowedHosts)) changes.webhookAllowedHosts = values.webhookAllowedHosts;
  if (!same(values.allowedNetworks, before.allowedNetworks)) changes.allowedNetworks = values.allowedNetworks;
  if (values.vendorContactId !== before.vendorContactId) changes.vendorContactId = values.vendorContactId;
  if (values.purpose !== undefined && listRequested(key, values.scopes).length > 0) changes.purpose = values.purpose;
  return changes;
}
