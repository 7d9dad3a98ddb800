import { ids, times } from "../../contract/examples/example-story.ts";
import type { OperationExample } from "../../contract/examples/operation-example.ts";
import type { Contact } from "./schema.ts";

const { organizationId, contactId } = ids;
const nobody = { firstName: null, middleName: null, lastName: null, suffix: null, preferredName: null } as const;

const unknown = {
  companyId: null,
  company: null,
  jobTitle: null,
  department: null,
  specialty: null,
  barNumber: null,
  npi: null,
  taxIdMasked: null,
  licenseNumber: null,
  website: null,
  preferredDeliveryMethod: null,
  expertFields: null,
  notes: null,
  doNotContact: false,
  tags: [],
  mergedIntoContactId: null,
  externalId: null,
  deletedAt: null,
} satisfies Partial<Contact>;

export const contact = {
  ...nobody,
  ...unknown,
  id: contactId,
  organizationId,
  type: "medical_provider",
  name: "Mercy General Hospital",
  companyName: "Mercy General Hospital",
  doingBusinessAs: "Mercy General",
  npi: "1234567893",
  taxIdMasked: "**-***4417",
  phones: [
    {
      label: "main",
      number: "+1 512 555 0182",
      e164: "+15125550182",
      extension: null,
      canText: false,
      canFax: false,
      isPrimary: true,
    },
    {
      label: "records",
      number: "+1 512 555 0183",
      e164: "+15125550183",
      extension: null,
      canText: false,
      canFax: true,
      isPrimary: false,
    },
  ],
  emails: [{ label: "records", address: "records@mercygeneral.example.com", isPrimary: true }],
  addresses: [
    {
      label: "main",
      line1: "1400 Medical Parkway",
      line2: null,
      city: "Austin",
      state: "TX",
      zipCode: "78756",
      country: "US",
      isPrimary: true,
    },
  ],
  website: "https://mercygeneral.example.com",
  preferredDeliveryMethod: "fax",
  roles: ["lienholder", "provider"],
  externalId: "crm-provider-118",
  revision: 3,
  createdAt: times.opened,
  updatedAt: times.now,
} satisfies Contact;

const ofContact = { contactId: ids.contactId };

export const contactExamples = {
  "contacts.list": {
    parameters: { role: "provider", q: "mercy", sort: "name", limit: 50 },
    response: { contacts: [contact], nextCursor: null },
  },
  "contacts.create": {
    body: {
      type: "medical_provider",
      companyName: "Mercy General Hospital",
      npi: "1234567893",
      phones: [
        { label: "main", number: "+1 512 555 0182" },
        { label: "records", number: "+1 512 555 0183", canFax: true },
      ],
      emails: [{ label: "records", address: "records@mercygeneral.example.com" }],
      roles: ["provider"],
      externalId: "crm-provider-118",
    },
    response: { contact: { ...contact, revision: 1 } },
  },
  "contacts.get": { parameters: ofContact, response: { contact } },
  "contacts.update": {
    parameters: ofContact,
    body: { preferredDeliveryMethod: "fax", roles: ["lienholder", "provider"] },
    response: { contact },
  },
  "contacts.delete": { parameters: ofContact, response: {} },
} satisfies Record<string, OperationExample>;
