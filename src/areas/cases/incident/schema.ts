import * as z from "zod";
import { Actor } from "../../../contract/actor.ts";
import { oneOf } from "../../../contract/enumeration.ts";

import { GivenAddress, PostalAddress } from "../../../contract/values/postal-address.ts";
import { Redacted } from "../../../contract/values/redacted.ts";
import { CalendarDate, Id, Instant, PastDate, text, trimmedText, TimeOfDay } from "../../../contract/values/values.ts";
import { incidentEnumerations } from "./enumerations.ts";

const liabilityAssessment = oneOf(incidentEnumerations.liabilityAssessment);
const governmentEntityInvolved = oneOf(incidentEnumerations.governmentEntityInvolved);
const FaultPercent = z.int().min(0).max(100);
const GivenPast = PastDate.nullable().optional().meta({
  description: "Not in the future, in the organization's time zone. Deadlines that are counted from it follow.",
});

export const IncidentChanges = z.strictObject({
  occurredAtTime: TimeOfDay.nullable().optional().meta({ description: "Local time, `HH:MM`." }),
  address: GivenAddress.nullable().optional(),
  locationDescription: text(1, 500).nullable().optional(),
  description: text(1, 10_000).nullable().optional(),
  liabilityAssessment: liabilityAssessment.nullable().optional(),
  clientFaultPercent: FaultPercent.nullable().optional(),
  policeReportNumber: trimmedText(100).nullable().optional(),
  policeDepartment: trimmedText(200).nullable().optional(),
  reportDocumentId: Id.nullable()
    .optional()
    .meta({ description: "A document of the case, such as the police report." }),
  governmentEntityInvolved: governmentEntityInvolved.optional().meta({
    description: "`GET /cases/{caseId}/limitation-suggestions` uses it where its query does not say.",
  }),
  injuryDiscoveredOn: GivenPast,
  deathOn: GivenPast,
  treatmentEndedOn: GivenPast,
  notes: text(1, 10_000).nullable().optional(),
  externalId: text(1, 200).nullable().optional(),
});
export type IncidentChanges = z.infer<typeof IncidentChanges>;

export const Incident = z
  .object({
    id: Id.nullable().meta({ description: "null until the first PATCH has created it." }),
    organizationId: Id,
    caseId: Id,
    occurredOn: CalendarDate.nullable().meta({ description: "`dateOfIncident` of the case; change it there." }),
    occurredAtTime: z.string().nullable(),
    address: PostalAddress.nullable(),
    locationDescription: z.string().nullable(),
    description: z.string().nullable(),
    liabilityAssessment: liabilityAssessment.nullable(),
    clientFaultPercent: FaultPercent.nullable(),
    policeReportNumber: z.string().nullable(),
    policeDepartment: z.string().nullable(),
    reportDocumentId: Id.nullable(),
    governmentEntityInvolved,
    injuryDiscoveredOn: CalendarDate.nullable(),
    deathOn: CalendarDate.nullable(),
    treatmentEndedOn: CalendarDate.nullable(),
    notes: z.string().nullable(),
    externalId: z.string().nullable(),
    createdBy: Actor.nullable(),
    revision: z.int32().min(0).meta({ description: "0 until the first PATCH has created it." }),
    createdAt: Instant.nullable(),
    updatedAt: Instant.nullable(),
  })
  .meta({ id: "Incident" });
export type Incident = z.infer<typeof Incident>;

/** What the firm thinks of the case is privileged. */
export const privilegedMembers = ["liabilityAssessment", "clientFaultPercent", "notes"] as const;

export const IncidentInEvent = Incident.extend({
  id: Id,
  liabilityAssessment: Redacted,
  clientFaultPercent: Redacted,
  notes: Redacted,
}).meta({ id: "IncidentInEvent" });
