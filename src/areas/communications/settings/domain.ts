import type { Context } from "../../../rpc/context.ts";
import { describeConnection } from "../connections/domain.ts";
import { defaultReplies, formatMinutes } from "./domain.sending.ts";
import { CommunicationHealth, CommunicationSettings } from "./schema.ts";
import { findSettingsRow } from "./store.ts";
import { readHealth } from "./store.health.ts";

/** How the firm sends, with its account at a provider. */
export async function getCommunicationSettings(context: Context): Promise<CommunicationSettings> {
  const row = await findSettingsRow(context);
  return CommunicationSettings.parse({
    ...row,
    id: context.organizationId,
    textsFrom: formatMinutes(row.textsFrom),
    textsUntil: formatMinutes(row.textsUntil),
    defaultReplies,
    connection: await describeConnection(context),
  });
}

/** What became of the messages of the last 24 hours. */
export const getCommunicationHealth = async (context: Context): Promise<CommunicationHealth> =>
  CommunicationHealth.parse(await readHealth(context));
