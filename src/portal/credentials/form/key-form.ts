import type * as z from "zod";
import type { ServiceAccount } from "../../../areas/service-accounts/schema.ts";
import type { NewKeyForm } from "./key-form-schema.ts";
import { listWanted } from "../scopes/wanted-scopes.ts";
import { keyForm as t } from "./strings.ts";

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
  return {
    ...readValues(key),
    name: t.copyOf(key.name.slice(0, 190)),
    validUntil,
    ownerMemberId: isOwned ? key.ownerMemberId : null,
    actingAttorneyId: isActing ? key.actingAttorneyId : null,
  };
}

/** Another key in use with the same name, as one reads names: without regard to case and blanks around. */
export function findNamesake<Named extends { id: string; name: string; revokedAt: string | null }>(
  name: string,
  keys: readonly Named[],
  ownId: string | null,
): Named | null {
  const read = (text: string) => text.trim().toLowerCase();
  return keys.find((key) => key.id !== ownId && key.revokedAt === null && read(key.name) === read(name)) ?? null;
}
