import { buildCheck, buildResult } from "./builders/contacts.ts";
import { relateToCase, type Firm, type FirmCase } from "./firm.ts";
import { dayMilliseconds, toInstant } from "./random.ts";
import { describeActor } from "./history.ts";

/** One conflict check a firm, for the story's case: it found the client, and somebody decides on it. */
export function buildConflictCheck(firm: Firm, cases: readonly FirmCase[]): void {
  const story = cases.find(({ isStory }) => isStory);
  if (story === undefined) return;
  const { organizationId, actor, add } = firm;
  const { row, client } = story;
  const at = toInstant(Math.min(Date.parse(row.createdAt) + dayMilliseconds / 4, firm.now));
  const { dateOfBirth } = client;
  const name = `${client.firstName} ${client.lastName}`;
  const { ConflictCheck: check } = add({
    ConflictCheck: buildCheck({
      organizationId,
      terms: [{ name, aliases: [], email: null, phone: null, dateOfBirth, organizationName: null }],
      caseId: row.id,
      requestedBy: describeActor(actor),
      createdAt: at,
    }),
  });
  add({
    ConflictResult: buildResult({
      organizationId,
      checkId: check.id,
      entityId: client.id,
      displayName: name,
      ...(dateOfBirth !== null && { matchedOn: ["name", "dob"], matchScore: 95 }),
      matchReasons: ["same_name"],
      matchedName: name,
      caseId: row.id,
      caseTitle: row.title ?? row.sequenceId,
      matterStatus: row.matterStatus,
      createdAt: at,
    }),
  });
  const relatedIds = [{ entity: "conflict_check", id: check.id }, ...relateToCase(story)];
  firm.history.recordCreation("conflict_check.created", check, relatedIds, actor);
}
