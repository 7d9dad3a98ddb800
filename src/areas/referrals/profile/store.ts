import { sql } from "kysely";
import type { Context } from "../../../rpc/context.ts";
import type { ReferralProfile } from "./schema.ts";

type Stored = Omit<ReferralProfile, "id">;
export type StoredProfile = Pick<Stored, "createdAt"> & { organizationName: string } & {
  [Name in keyof Stored]?: Stored[Name] | null;
};

/** The firm's profile; while it has none, of the organization alone. */
export async function findProfile({ organizationId, transaction }: Context): Promise<StoredProfile | undefined> {
  const { rows } = await sql<StoredProfile>`
    SELECT o.name AS "organizationName", p."displayName", p.code, p.accepts, p."answerWithinBusinessDays", p."expiresAfterDays",
      p."needsConflictCheck", p."autoUpdates", p.revision, coalesce(p."createdAt", o."createdAt") AS "createdAt", p."updatedAt"
    FROM "Organization" o LEFT JOIN "ReferralProfile" p ON p."organizationId" = ${organizationId}
    WHERE o.id = ${organizationId}`.execute(transaction);
  return rows[0];
}

/** Stores the profile. The organization's row is locked. */
export async function saveProfile(
  { organizationId, transaction }: Context,
  {
    displayName,
    code,
    accepts,
    answerWithinBusinessDays,
    expiresAfterDays,
    needsConflictCheck,
    autoUpdates,
  }: Omit<Stored, "revision" | "createdAt" | "updatedAt">,
): Promise<void> {
  const values = {
    displayName,
    code,
    accepts,
    answerWithinBusinessDays,
    expiresAfterDays,
    needsConflictCheck,
    autoUpdates,
  };
  await transaction
    .insertInto("ReferralProfile")
    .values({ organizationId, revision: 2, ...values })
    .onConflict((conflict) =>
      conflict
        .column("organizationId")
        .doUpdateSet({ ...values, revision: sql<number>`"ReferralProfile".revision + 1` }),
    )
    .execute();
}
