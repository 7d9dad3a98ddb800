import { exampleRecord } from "../../../contract/examples/example-record.ts";
import { ids, times } from "../../../contract/examples/example-story.ts";
import type { OperationExample } from "../../../contract/examples/operation-example.ts";
import { CaseParty } from "./schema.ts";

const { organizationId, caseId } = ids;
const created = { revision: 1, createdAt: times.stage, updatedAt: times.stage } as const;

export const party = exampleRecord(CaseParty, {
  id: "pty_01kf3md0s6v8x0z2b4d6f8h0k2",
  organizationId,
  caseId,
  contact: { id: "con_01kf3md1s6v8x0z2b4d6f8h0k2", name: "Lone Star Freight", type: "company" },
  role: "defendant",
  side: "defendant",
  isPrimary: true,
  isClient: false,
  representedBy: { id: "con_01kf3md2s6v8x0z2b4d6f8h0k2", name: "Harper & Quill LLP", type: "company" },
  notes: "The driver was on the clock.",
  servedOn: "2026-02-21",
  externalId: "crm-party-332",
  ...created,
});

const ofParty = { caseId, partyId: party.id };
const changed = { revision: 2, updatedAt: times.now };

export const partyExamples = {
  "cases.parties.list": { parameters: { caseId, side: "defendant" }, response: { parties: [party], nextCursor: null } },
  "cases.parties.get": { parameters: ofParty, response: { party } },
  "cases.parties.create": {
    parameters: { caseId },
    body: {
      contactId: party.contact.id,
      role: "defendant",
      side: "defendant",
      isPrimary: true,
      representedByContactId: party.representedBy.id,
      notes: party.notes,
      servedOn: party.servedOn,
      externalId: party.externalId,
    },
    response: { party },
  },
  "cases.parties.update": {
    parameters: ofParty,
    body: { answerDueOn: "2026-03-23" },
    response: { party: { ...party, answerDueOn: "2026-03-23", ...changed } },
  },
  "cases.parties.delete": { parameters: ofParty, response: {} },
} satisfies Record<string, OperationExample>;
