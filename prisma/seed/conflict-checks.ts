import { createId } from "../../src/platform/database/ids.ts";
import type { Row } from "../../src/platform/database/tables.ts";
import { relateToCase, type Firm, type FirmCase } from "./firm.ts";
import { dayMilliseconds, toInstant } from "./random.ts";

/** One conflict check a firm, for the story's case: it found the client, and somebody decides on it. */
export function buildConflictCheck(firm: Firm, cases: readonly FirmCase[]): void {
  const story = cases.find(({ isStory }) => isStory);
  if (story === undefined) return;
  const { organizationId, actor, rows } = firm;
  const { row, client } = story;
  const at = toInstant(Math.min(Date.parse(row.createdAt) + dayMilliseconds / 4, firm.now));
  const check: Row<"ConflictCheck"> = {
    organizationId,
    id: createId("conflictCheck", new Date(at)),
    status: "completed",
    decision: "pending",
    terms: [
      {
        name: `${client.firstName} ${client.lastName}`,
        aliases: [],
        email: null,
        phone: null,
        dateOfBirth: client.dateOfBirth,
        organizationName: null,
      },
    ],
    isCut: false,
    commonWords: [],
    leadId: null,
    caseId: row.id,
    requestedBy: { type: "integration_key", id: actor.keyId, name: actor.name },
    completedAt: at,
    decidedBy: null,
    decidedAt: null,
    note: null,
    waiverDocumentId: null,
    revision: 1,
    createdAt: at,
    updatedAt: at,
  };
  rows.ConflictCheck.push(check);
  rows.ConflictResult.push({
    organizationId,
    id: createId("conflictResult", new Date(at)),
    checkId: check.id,
    position: 1,
    termIndex: 0,
    entity: "client",
    entityId: client.id,
    displayName: `${client.firstName} ${client.lastName}`,
    matchedOn: client.dateOfBirth === null ? ["name"] : ["name", "dob"],
    matchScore: client.dateOfBirth === null ? 90 : 95,
    matchReasons: ["same_name"],
    matchedName: `${client.firstName} ${client.lastName}`,
    caseId: row.id,
    caseTitle: row.title ?? row.sequenceId,
    role: null,
    side: null,
    matterStatus: row.matterStatus,
    attorneyName: null,
    decision: "undecided",
    note: null,
    createdAt: at,
    updatedAt: at,
  });
  const relatedIds = [{ entity: "conflict_check", id: check.id }, ...relateToCase(story)];
  firm.history.recordCreation("conflict_check.created", check, relatedIds, actor);
}
