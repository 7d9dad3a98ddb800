import { sql } from "kysely";
import { sharedEnumerations } from "../../../contract/enumerations.ts";
import { flag, group, instant, integer, joinOne, nameOf, text, type ReportSource } from "./store.fields.ts";

export const memberSource: ReportSource = {
  scope: "org:read",
  from: sql`"Member" t`,
  live: sql<boolean>`true`,
  custom: null,
  joins: {
    office: { sql: joinOne("Office", "f", sql`t."officeId"`) },
    teams: {
      sql: sql`LEFT JOIN LATERAL (
        SELECT string_agg(g.name, ', ' ORDER BY g.name) AS names FROM "TeamMember" e
        JOIN "Team" g ON g."organizationId" = e."organizationId" AND g.id = e."teamId" AND g."deletedAt" IS NULL
        WHERE e."organizationId" = o.id AND e."memberId" = t.id) w ON true`,
    },
    cases: {
      sql: sql`LEFT JOIN LATERAL (
        SELECT count(*)::integer AS led FROM "Case" c
        WHERE c."organizationId" = o.id AND c."attorneyId" = t.id AND c."matterStatus" IN ('pending', 'open', 'on_hold') AND c."deletedAt" IS NULL) k ON true`,
    },
    tasks: {
      sql: sql`LEFT JOIN LATERAL (
        SELECT count(*)::integer AS open FROM "TaskAssignee" x
        WHERE x."organizationId" = o.id AND x."memberId" = t.id AND x."openDueDay" IS NOT NULL) v ON true`,
    },
    keys: {
      sql: sql`LEFT JOIN LATERAL (
        SELECT count(*)::integer AS live FROM "IntegrationKey" i
        WHERE i."organizationId" = o.id AND i."actingAttorneyId" = t.id AND i."revokedAt" IS NULL AND i."expiresAt" > now()) y ON true`,
    },
  },
  fields: {
    ...group("Member", {
      id: text("ID", sql`t.id`, { isNeverNull: true }),
      name: text("Name", nameOf("t")),
      email: text("Email", sql`t.email`),
      title: text("Title", sql`t.title`),
      role: text("Role", sql`t.role`, { of: sharedEnumerations.memberRole, isRanked: true }),
      status: text("Status", sql`t.status`, { of: sharedEnumerations.memberStatus, isRanked: true }),
      isAttorney: flag("Attorney", sql`t."isAttorney"`),
      canActForKeys: flag("Can act for keys", sql`t."canActForKeys"`),
      externalId: text("External ID", sql`t."externalId"`),
      officeName: text("Office", sql`f.name`, { joins: ["office"] }),
      teamNames: text("Teams", sql`w.names`, { joins: ["teams"] }),
      openCasesLed: integer("Open cases led", sql`k.led`, { scope: "cases:read", joins: ["cases"] }),
      openTasks: integer("Open tasks", sql`v.open`, { scope: "tasks:read", joins: ["tasks"] }),
      keysActedFor: integer("Keys that act for them", sql`y.live`, { scope: "org:manage", joins: ["keys"] }),
    }),
    ...group("Dates", {
      invitedAt: instant("Invited", sql`t."invitedAt"`),
      acceptedAt: instant("Accepted", sql`t."acceptedAt"`),
      deactivatedAt: instant("Deactivated", sql`t."deactivatedAt"`),
      createdAt: instant("Created", sql`t."createdAt"`),
      updatedAt: instant("Changed", sql`t."updatedAt"`),
    }),
  },
};
