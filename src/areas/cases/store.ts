import { sql } from "kysely";
import { wireInstant } from "../../platform/wire-form.ts";
import type { Context } from "../../rpc/context.ts";
import type { CaseDetail } from "./schema.ts";

/** The case with plaintiff, attorneys and tags, in one statement; undefined when it is not in the organization. */
export async function findCaseDetail(context: Context, caseId: string): Promise<CaseDetail | undefined> {
  const { rows } = await sql<CaseDetail>`
    SELECT c.*, p."firstName", p."lastName", p.email, p.phone, p.city, p.state, p."zipCode", p."dateOfBirth",
      jsonb_build_object('id', p.id, 'firstName', p."firstName", 'lastName', p."lastName", 'email', p.email, 'phone', p.phone,
        'dateOfBirth', p."dateOfBirth", 'ssnFourDigits', p."ssnFourDigits") AS plaintiff,
      coalesce((
        SELECT jsonb_agg(jsonb_build_object('attorneyId', a."attorneyId", 'role', a.role, 'firstName', m."firstName",
            'lastName', m."lastName", 'email', m.email, 'assignedAt', ${wireInstant("a.assignedAt")})
          ORDER BY a."assignedAt", a."attorneyId", a.role)
        FROM "CaseAttorney" a
        JOIN "Member" m ON m."organizationId" = a."organizationId" AND m.id = a."attorneyId"
        WHERE a."organizationId" = c."organizationId" AND a."caseId" = c.id), '[]') AS attorneys,
      coalesce((
        SELECT jsonb_agg(jsonb_build_object('name', t.name, 'color', t.color) ORDER BY t.name)
        FROM "CaseTag" l
        JOIN "Tag" t ON t."organizationId" = l."organizationId" AND t.id = l."tagId"
        WHERE l."organizationId" = c."organizationId" AND l."caseId" = c.id), '[]') AS tags
    FROM "Case" c
    JOIN "Client" p ON p."organizationId" = c."organizationId" AND p.id = c."plaintiffId"
    WHERE c."organizationId" = ${context.organizationId} AND c.id = ${caseId}`.execute(context.transaction);
  return rows[0];
}

/** The case's client, when the case is in the organization and not deleted: all that other areas need to know of it. */
export function findLiveCase(context: Context, caseId: string): Promise<{ id: string; plaintiffId: string } | undefined> {
  return context.transaction
    .selectFrom("Case")
    .select(["id", "plaintiffId"])
    .where("organizationId", "=", context.organizationId)
    .where("id", "=", caseId)
    .where("deletedAt", "is", null)
    .executeTakeFirst();
}
