import { toE164 } from "../../../src/platform/phone-number.ts";
import { newId, type Given, type Values } from "./records.ts";

/** A client, Rosa Diaz unless the values name somebody else. */
export function buildClient(values: Given<"Client", "organizationId">): Values<"Client"> {
  const client = {
    id: newId("client", values.createdAt),
    firstName: "Rosa",
    lastName: "Diaz",
    ...values,
  };
  return { phoneE164: toE164(client.phone ?? ""), ...client };
}

/** A case of a collision, at its intake. Its number follows from its ID. */
export function buildCase(values: Given<"Case", "organizationId" | "plaintiffId">): Values<"Case"> {
  const id = values.id ?? newId("case", values.createdAt);
  return {
    id,
    sequenceId: `2026-${id.slice(-6)}`,
    caseType: "motor_vehicle_accident",
    matterStage: "intake",
    matterStatus: "open",
    ...values,
  };
}

/** A step of the stage history of a case: its first one, unless the values say where it came from. */
export const buildStageEntry = (
  values: Given<
    "CaseStageEntry",
    "organizationId" | "caseId" | "toStage" | "toStatus" | "actorType" | "actorId" | "actorName"
  >,
): Values<"CaseStageEntry"> => ({ id: newId("caseStageEntry", values.enteredAt), ...values });

/** A defendant of a case. */
export const buildParty = (
  values: Given<"CaseParty", "organizationId" | "caseId" | "contactId">,
): Values<"CaseParty"> => ({
  id: newId("caseParty", values.createdAt),
  role: "defendant",
  side: "defendant",
  ...values,
});

/** A liability policy of the defendant. */
export const buildPolicy = (
  values: Given<"InsurancePolicy", "organizationId" | "caseId" | "carrierContactId">,
): Values<"InsurancePolicy"> => ({
  id: newId("insurancePolicy", values.createdAt),
  side: "defendant",
  type: "bodily_injury",
  ...values,
});

/** Lost wages of $9,800.00. */
export const buildDamage = (values: Given<"Damage", "organizationId" | "caseId" | "createdBy">): Values<"Damage"> => ({
  id: newId("damage", values.createdAt),
  category: "lost_wages_past",
  amountCents: 980_000,
  ...values,
});

/** A custom field of cases: text, unless the values say otherwise. */
export const buildCustomField = (
  values: Given<"CustomFieldDefinition", "organizationId" | "key">,
): Values<"CustomFieldDefinition"> => ({
  id: newId("customFieldDefinition", values.createdAt),
  entity: "case",
  label: "A field",
  type: "text",
  ...values,
});

/** A tag for cases. */
export function buildTag(values: Given<"Tag", "organizationId">): Values<"Tag"> {
  const id = values.id ?? newId("tag", values.createdAt);
  return { id, name: `tag ${id}`, color: "#b45309", ...values };
}
