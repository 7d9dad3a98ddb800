import { exampleRecord } from "../../contract/examples/example-record.ts";
import { ids, person, plaintiff, times } from "../../contract/examples/example-story.ts";
import type { OperationExample } from "../../contract/examples/operation-example.ts";
import { Client } from "./schema.ts";

const { organizationId, caseId, clientId } = ids;

export const client = exampleRecord(Client, {
  id: clientId,
  organizationId,
  ...person,
  middleName: "Ruth",
  preferredName: "Ellie",
  pronouns: "she/her",
  gender: "female",
  maritalStatus: "married",
  email: plaintiff.email,
  phone: plaintiff.phone,
  phoneE164: "+15125550143",
  phoneType: "mobile",
  preferredContactMethod: "text",
  preferredLanguage: "en",
  interpreterNeeded: false,
  city: plaintiff.city,
  state: plaintiff.state,
  zipCode: plaintiff.zipCode,
  address: {
    line1: "1108 Kinney Avenue",
    line2: "Apt 4",
    city: "Austin",
    state: "TX",
    zipCode: "78704",
    country: "US",
  },
  dateOfBirth: plaintiff.dateOfBirth,
  isMinor: false,
  ssnFourDigits: plaintiff.ssnFourDigits,
  hasSsn: true,
  occupation: "Schoolteacher",
  isIncapacitated: false,
  emergencyContact: { name: "Thomas Marsh", phone: "+1 512 555 0177", relationship: "husband" },
  driverLicense: { state: "TX", last4: "3310" },
  medicareBeneficiary: "no",
  medicaidBeneficiary: "unknown",
  healthInsurer: "Blue Cross Blue Shield of Texas",
  militaryStatus: "none",
  bankruptcyFiled: false,
  priorInjuries: "Sprained wrist, 2016; healed.",
  childSupportObligation: false,
  textConsent: { status: "opted_in", at: times.opened, source: "intake_form" },
  doNotContact: false,
  portalStatus: "active",
  tags: ["newsletter"],
  caseIds: [caseId],
  caseCount: 1,
  externalId: "crm-20418",
  revision: 4,
  createdAt: times.opened,
  updatedAt: times.now,
});

const parameters = { clientId: ids.clientId };

export const clientExamples = {
  "clients.list": { parameters: { q: "marsh", sort: "name" }, response: { clients: [client], nextCursor: null } },
  "clients.create": {
    body: {
      firstName: client.firstName,
      lastName: client.lastName,
      email: client.email,
      phone: client.phone,
      address: client.address,
      dateOfBirth: client.dateOfBirth,
      ssn: "219-64-4821",
      externalId: client.externalId,
    },
    response: { client },
  },
  "clients.get": { parameters, response: { client } },
  "clients.update": { parameters, body: { phone: "+1 512 555 0143", zipCode: "78704" }, response: { client } },
  "clients.delete": { parameters, response: {} },
  "clients.revealSsn": { parameters, body: {}, response: { clientId: ids.clientId, ssn: "219-64-4821" } },
} satisfies Record<string, OperationExample>;
