import { sql } from "kysely";
import type { Context } from "../../../rpc/context.ts";
import type { EsignSettings } from "./schema.ts";

export interface FoundSettings extends Omit<EsignSettings, "id" | "sealingCertificate"> {
  /** PEM; null until the first file is sealed. */
  sealingCertificate: string | null;
}
export type StoredSettings = Pick<FoundSettings, "createdAt"> & {
  [Name in keyof FoundSettings]?: FoundSettings[Name] | null;
};

/** The firm's settings; without a row, when the organization was created alone. */
export async function findSettings({ organizationId, transaction }: Context): Promise<StoredSettings | undefined> {
  const { rows } = await sql<StoredSettings>`
    SELECT s."senderName", s."replyTo", s."expiresInDays", s.reminders, s.language, s."sealingCertificate", s.revision,
      coalesce(s."createdAt", o."createdAt") AS "createdAt", s."updatedAt"
    FROM "Organization" o LEFT JOIN "EsignSetting" s ON s."organizationId" = ${organizationId}
    WHERE o.id = ${organizationId}`.execute(transaction);
  return rows[0];
}

/** Stores what members set. The organization's row is locked. */
export async function saveSettings(
  { organizationId, transaction }: Context,
  { senderName, replyTo, expiresInDays, reminders, language }: Omit<FoundSettings, "sealingCertificate">,
): Promise<void> {
  const values = { senderName, replyTo, expiresInDays, reminders: JSON.stringify(reminders), language };
  await transaction
    .insertInto("EsignSetting")
    .values({ organizationId, revision: 2, ...values })
    .onConflict((conflict) =>
      conflict.column("organizationId").doUpdateSet({ ...values, revision: sql<number>`"EsignSetting".revision + 1` }),
    )
    .execute();
}
