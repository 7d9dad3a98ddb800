import { toE164 } from "../../../src/platform/phone-number.ts";
import { newId, type Given, type Values } from "./records.ts";

/** A new lead of a collision, by Rosa Diaz. Its number follows from its ID. */
export function buildLead(values: Given<"Lead", "organizationId">): Values<"Lead"> {
  const id = values.id ?? newId("lead", values.createdAt);
  return {
    id,
    sequenceId: `L-${id}`,
    firstName: "Rosa",
    lastName: "Diaz",
    caseType: "motor_vehicle_accident",
    ...(typeof values.phone === "string" && { phoneE164: toE164(values.phone) }),
    ...(typeof values.email === "string" && { emailKey: values.email.toLowerCase() }),
    ...values,
  };
}

/** A step of a lead's status history: its first one, unless the values say where it came from. */
export const buildLeadStatusChange = (
  values: Given<"LeadStatusChange", "organizationId" | "leadId" | "actor">,
): Values<"LeadStatusChange"> => ({
  id: newId("leadStatusChange", values.changedAt),
  toStatus: "new",
  ...values,
});

/** A call that reached a voicemail. */
export const buildContactAttempt = (
  values: Given<"LeadContactAttempt", "organizationId" | "leadId">,
): Values<"LeadContactAttempt"> => ({
  id: newId("leadContactAttempt", values.createdAt),
  channel: "call",
  direction: "outbound",
  outcome: "voicemail",
  ...values,
});
