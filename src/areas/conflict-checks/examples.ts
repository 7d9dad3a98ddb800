import { exampleRecord } from "../../contract/examples/example-record.ts";
import { actors, ids, matter, person, times } from "../../contract/examples/example-story.ts";
import type { OperationExample } from "../../contract/examples/operation-example.ts";
import { contact } from "../contacts/examples.ts";
import { ConflictCheck, type ConflictMatch, type ConflictResult } from "./schema.ts";

const { organizationId } = ids;

export const conflictCheck = exampleRecord(ConflictCheck, {
  id: "cck_01kf3mc3s6v8x0z2b4d6f8h0k2",
  organizationId,
  status: "completed",
  decision: "pending",
  terms: [
    {
      name: "Elena Marsh",
      aliases: ["Elena Reyes"],
      email: null,
      phone: null,
      dateOfBirth: "1984-06-30",
      organizationName: null,
    },
    { name: null, aliases: [], email: null, phone: null, dateOfBirth: null, organizationName: "Lone Star Freight" },
  ],
  caseId: ids.caseId,
  resultCount: 1,
  undecidedCount: 1,
  isCut: false,
  commonWords: [],
  requestedBy: actors.vendor,
  completedAt: times.stage,
  revision: 1,
  createdAt: times.stage,
  updatedAt: times.stage,
});

export const decidedCheck = {
  ...conflictCheck,
  undecidedCount: 0,
  revision: 2,
  updatedAt: times.now,
} satisfies ConflictCheck;

export const closedCheck = {
  ...decidedCheck,
  decision: "clear",
  note: "The client herself.",
  decidedBy: actors.vendor,
  decidedAt: times.now,
  revision: 3,
} satisfies ConflictCheck;

export const conflictMatch = {
  entity: "client",
  entityId: ids.clientId,
  displayName: `${person.firstName} ${person.lastName}`,
  termIndex: 0,
  matchedOn: ["name", "dob"],
  matchScore: 95,
  matchBand: "high",
  matchReasons: ["same_name"],
  matchedName: `${person.firstName} ${person.lastName}`,
  caseId: ids.caseId,
  caseTitle: matter.title,
  role: null,
  side: null,
  matterStatus: "open",
  attorneyName: "Daniel Okafor",
} satisfies ConflictMatch;

export const conflictResult = {
  id: "ccr_01kf3mc4s6v8x0z2b4d6f8h0k2",
  ...conflictMatch,
  decision: "undecided",
  note: null,
} satisfies ConflictResult;
const ofCheck = { checkId: conflictCheck.id };

export const conflictExamples = {
  "conflictChecks.search": {
    body: { terms: [{ name: "Elena Marsh", dateOfBirth: "1984-06-30" }] },
    response: { matches: [conflictMatch], isCut: false, commonWords: [] },
  },
  "conflictChecks.list": {
    parameters: { decision: "pending", limit: 50 },
    response: { conflictChecks: [conflictCheck], nextCursor: null },
  },
  "conflictChecks.create": {
    body: {
      terms: [
        { name: "Elena Marsh", aliases: ["Elena Reyes"], dateOfBirth: "1984-06-30" },
        { organizationName: "Lone Star Freight" },
      ],
      caseId: ids.caseId,
    },
    response: { conflictCheck, results: [conflictResult] },
  },
  "conflictChecks.get": { parameters: ofCheck, response: { conflictCheck, results: [conflictResult] } },
  "conflictChecks.results.update": {
    parameters: { ...ofCheck, resultId: conflictResult.id },
    body: { decision: "no_conflict", note: "The client herself." },
    response: {
      conflictCheck: decidedCheck,
      result: { ...conflictResult, decision: "no_conflict", note: "The client herself." },
    },
  },
  "conflictChecks.close": {
    parameters: ofCheck,
    body: { decision: "clear", note: "The client herself." },
    response: { conflictCheck: closedCheck },
  },
  "contacts.match": {
    body: { name: "Mercy General", phone: "(512) 555-0182" },
    response: {
      matches: [
        {
          contact,
          matchedOn: ["name", "phone"],
          matchScore: 95,
          matchBand: "high",
          matchReasons: ["same_name"],
          matchedName: "Mercy General",
        },
      ],
      isCut: false,
      commonWords: [],
    },
  },
} satisfies Record<string, OperationExample>;
