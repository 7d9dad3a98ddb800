import { sql } from "kysely";
import type { Context } from "../../../rpc/context.ts";

export interface SettingsRow {
  provider: "outbox" | "twilio" | "telnyx";
  replyTo: string | null;
  senderName: string | null;
  stopReply: string | null;
  startReply: string | null;
  helpReply: string | null;
  quietHours: "defer" | "refuse" | "off";
  textsFrom: number;
  textsUntil: number;
  dailyLimit: number;
  revision: number;
  createdAt: string;
  updatedAt: string;
  timezone: string;
  /** The firm's. */
  firmName: string;
  isSandbox: boolean;
}

/** The firm's settings; without a row, the defaults. */
export async function findSettingsRow({ organizationId, transaction }: Context): Promise<SettingsRow> {
  const { rows } = await sql<SettingsRow>`
    SELECT coalesce(s.provider, 'outbox') AS provider, s."replyTo", s."senderName", s."stopReply", s."startReply",
      s."helpReply", coalesce(s."quietHours", 'defer') AS "quietHours", coalesce(s."textsFrom", 480) AS "textsFrom",
      coalesce(s."textsUntil", 1260) AS "textsUntil", coalesce(s."dailyLimit", 1000) AS "dailyLimit",
      coalesce(s.revision, 1) AS revision, coalesce(s."createdAt", o."createdAt") AS "createdAt",
      coalesce(s."updatedAt", o."createdAt") AS "updatedAt", o.timezone, o.name AS "firmName",
      o."sandboxOfOrganizationId" IS NOT NULL AS "isSandbox"
    FROM "Organization" o LEFT JOIN "CommunicationSetting" s ON s."organizationId" = ${organizationId}
    WHERE o.id = ${organizationId}`.execute(transaction);
  const [row] = rows;
  if (row === undefined) throw new Error("the organization is gone");
  return row;
}

/** Stores what members set, and raises the revision. The organization's row is locked. */
export async function saveSettings(
  { organizationId, transaction }: Context,
  {
    provider,
    replyTo,
    senderName,
    stopReply,
    startReply,
    helpReply,
    quietHours,
    textsFrom,
    textsUntil,
    dailyLimit,
  }: Omit<SettingsRow, "revision" | "createdAt" | "updatedAt" | "timezone">,
): Promise<void> {
  const replies = { stopReply, startReply, helpReply };
  const values = { provider, replyTo, senderName, ...replies, quietHours, textsFrom, textsUntil, dailyLimit };
  await transaction
    .insertInto("CommunicationSetting")
    .values({ organizationId, revision: 2, ...values })
    .onConflict((conflict) =>
      conflict
        .column("organizationId")
        .doUpdateSet({ ...values, revision: sql<number>`"CommunicationSetting".revision + 1` }),
    )
    .execute();
}
