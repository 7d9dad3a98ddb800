import { sql } from "kysely";
import { noteEnumerations } from "../../notes/enumerations.ts";
import { caseFields, caseJoins } from "./store.case-parts.ts";
import {
  flag,
  group,
  instant,
  integer,
  joinOne,
  nameOf,
  text,
  type ReportSource,
  versionFields,
} from "./store.fields.ts";

/** No field has a note's content: neither subject nor tags. */
export const noteSource: ReportSource = {
  scope: "notes:read",
  from: sql`"Note" t`,
  live: sql<boolean>`t."deletedAt" IS NULL`,
  custom: null,
  joins: { ...caseJoins(sql`t."caseId"`), behalf: { sql: joinOne("Member", "b", sql`t."onBehalfOfAttorneyId"`) } },
  fields: {
    ...group("Note", {
      id: text("ID", sql`t.id`, { isNeverNull: true }),
      type: text("Type", sql`t.type`, { of: noteEnumerations.noteType, isNeverNull: true }),
      visibility: text("Visibility", sql`t.visibility`, { of: noteEnumerations.noteVisibility, isNeverNull: true }),
      authorName: text("Author", sql`(t.author->>'name')`),
      onBehalfOfName: text("On behalf of", nameOf("b"), { joins: ["behalf"] }),
      isPinned: flag("Pinned", sql`t."isPinned"`),
      isEdited: flag("Edited", sql`(t."editedAt" IS NOT NULL)`),
      commentCount: integer("Comments", sql`t."commentCount"`),
      caseId: text("Case ID", sql`t."caseId"`),
      leadId: text("Lead ID", sql`t."leadId"`),
    }),
    ...group("Dates", {
      occurredAt: instant("Happened", sql`t."occurredAt"`, { isNeverNull: true }),
      ...versionFields,
    }),
    ...caseFields,
  },
};
