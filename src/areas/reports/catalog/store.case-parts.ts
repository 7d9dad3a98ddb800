import { sql, type RawBuilder } from "kysely";
import { sharedEnumerations } from "../../../contract/enumerations.ts";
import { flag, group, joinOne, nameOf, text, type SourceField, type SourceJoin } from "./store.fields.ts";

/** The case of an entity's row, with its lead attorney and client. A deleted case shows nothing. */
export function caseJoins(caseId: RawBuilder<unknown>, needs: readonly string[] = []): Record<string, SourceJoin> {
  return {
    case: { sql: joinOne("Case", "c", caseId, sql`AND c."deletedAt" IS NULL`), needs },
    attorney: { sql: joinOne("Member", "m", sql`c."attorneyId"`), needs: ["case"] },
    client: { sql: joinOne("Client", "p", sql`c."plaintiffId"`), needs: ["case"] },
  };
}

/** Whether the case of an entity's row `t` is not deleted. A look by key for each row: joined, it could read all cases. */
export const ofLiveCase = sql<boolean>`((SELECT true FROM "Case" k WHERE k."organizationId" = o.id AND k.id = t."caseId" AND k."deletedAt" IS NULL) IS NOT NULL)`;

/** Of rows that need not have a case. */
export const ofLiveOrNoCase = sql<boolean>`(t."caseId" IS NULL OR ${ofLiveCase})`;

const scope = "cases:read";
const ofCase = { scope, joins: ["case"] } as const;

export const caseFields: Record<string, SourceField> = group("Case", {
  caseSequenceId: text("Case number", sql`c."sequenceId"`, ofCase),
  caseTitle: text("Case title", sql`c.title`, ofCase),
  caseType: text("Case type", sql`c."caseType"`, { ...ofCase, of: sharedEnumerations.caseType }),
  caseState: text("State", sql`c."caseState"`, { ...ofCase, of: sharedEnumerations.caseState }),
  matterStage: text("Stage", sql`c."matterStage"`, { ...ofCase, of: sharedEnumerations.matterStage, isRanked: true }),
  matterStatus: text("Status of the case", sql`c."matterStatus"`, { ...ofCase, of: sharedEnumerations.matterStatus }),
  caseSource: text("Source of the case", sql`c."caseSource"`, { ...ofCase, of: sharedEnumerations.caseSource }),
  highValue: flag("High value", sql`c."highValue"`, ofCase),
  attorneyId: text("Lead attorney’s ID", sql`c."attorneyId"`, ofCase),
  attorneyName: text("Lead attorney", nameOf("m"), { scope, joins: ["attorney"] }),
  clientName: text("Client", nameOf("p"), { scope: "clients:read", joins: ["client"] }),
});
