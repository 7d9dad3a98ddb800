import { invalidInput, invalidState, notFound } from "../../../contract/errors/error-codes.ts";
import { createId } from "../../../platform/database/ids.ts";
import { createTextWebhookToken, textWebhookPath } from "../../../platform/identity/credentials/text-webhook-token.ts";
import type { ProviderCredentials } from "../../../platform/text-messages/text-provider.ts";
import { recordAuditEntry, type Context, type EventToRecord } from "../../../rpc/context.ts";
import { lockSettingsForUpdate, saveProvider } from "../settings/domain.changes.ts";
import { decryptSecrets, encryptSecrets } from "./domain.credentials.ts";
import { TextConnection, type ConnectionChanges, type NewConnection } from "./schema.ts";
import {
  findLiveConnection,
  insertConnection,
  revokeConnection,
  updateConnection,
  type ConnectionRow,
} from "./store.ts";

/** The account with which a firm sends texts. */
export interface Connection {
  id: string;
  credentials: ProviderCredentials;
  /** E.164; the first one sends. */
  numbers: readonly string[];
  handlesStop: boolean;
  /** Of the URL to which the provider reports. */
  webhookToken: string;
}

/**
 * The account with which the firm sends texts, with its secrets.
 *
 * @returns null without one, or if another installation's secret encrypted it
 */
export async function findConnection(context: Context): Promise<Connection | null> {
  const row = await findLiveConnection(context);
  if (row === undefined) return null;
  const secrets = decryptSecrets(context.installationKeys, row);
  if (secrets === null) return null;
  const { webhookToken, ...credentials } = secrets;
  const { id, numbers, handlesStop } = row;
  return { id, credentials, numbers, handlesStop, webhookToken };
}

/** The URL of a firm's webhook, as the provider is given it. */
export const describeWebhookUrl = (baseUrl: string, webhookToken: string): string =>
  `${baseUrl}${textWebhookPath}/${webhookToken}`;

/** The firm's account as its settings show it; null without one. */
export async function describeConnection(context: Context): Promise<TextConnection | null> {
  const row = await findLiveConnection(context);
  if (row === undefined) return null;
  const secrets = decryptSecrets(context.installationKeys, row);
  const { files } = context;
  if (files === undefined) throw new Error("no base URL is configured for this transaction");
  return TextConnection.parse({
    ...row,
    account: secrets?.provider === "twilio" ? secrets.accountSid : null,
    webhookUrl: secrets === null ? "" : describeWebhookUrl(files.baseUrl, secrets.webhookToken),
    isUsable: secrets !== null,
  });
}

/** The provider, numbers and who replies to STOP: what the audit log shows of an account. */
type Audited = Pick<ConnectionRow, "provider" | "numbers" | "handlesStop">;

function recordConnection(
  context: Context,
  id: string,
  { from, to }: { from: Audited | null; to: Audited | null },
  more: EventToRecord["diff"] = {},
): void {
  const fields = ["provider", "numbers", "handlesStop"] as const;
  const changed = fields.filter((field) => JSON.stringify(from?.[field]) !== JSON.stringify(to?.[field]));
  const diff = changed.map((field) => [field, { from: from?.[field] ?? null, to: to?.[field] ?? null }]);
  recordAuditEntry(
    context,
    { entity: "text_connection", id },
    [{ entity: "organization", id: context.organizationId }],
    { ...Object.fromEntries(diff), ...more },
  );
}

/**
 * Sends texts with an account from now on, in place of the one before, whose webhook ends.
 *
 * @throws STALE_REVISION of the settings; INVALID_STATE_TRANSITION in a sandbox, into which texts of real people would
 *   come
 */
export async function connectProvider(
  context: Context,
  { expectedRevision, account, numbers, handlesStop }: NewConnection,
): Promise<void> {
  const settings = await lockSettingsForUpdate(context, expectedRevision);
  if (settings.isSandbox) throw invalidState("A sandbox sends and receives no texts: connect a provider in the firm");
  const former = await findLiveConnection(context);
  if (former !== undefined) {
    await revokeConnection(context, former.id);
    recordConnection(context, former.id, { from: former, to: null });
  }
  const id = createId("textConnection");
  const { token, digest } = createTextWebhookToken();
  const { organizationId, installationKeys } = context;
  const credentials = encryptSecrets(installationKeys, { organizationId, id }, { ...account, webhookToken: token });
  const { provider } = account;
  await insertConnection(context, { id, provider, tokenDigest: digest, credentials, numbers, handlesStop });
  await saveProvider(context, settings, provider);
  recordConnection(context, id, { from: null, to: { provider, numbers, handlesStop } });
}

/** @throws NOT_FOUND without an account */
async function getLiveConnection(context: Context): Promise<ConnectionRow> {
  const row = await findLiveConnection(context);
  if (row === undefined) throw notFound("Text provider");
  return row;
}

/**
 * Changes the account's numbers, who replies to STOP, or its secrets.
 *
 * @throws NOT_FOUND without an account; VALIDATION_FAILED for the secrets of another provider; INVALID_STATE_TRANSITION
 *   if its secrets cannot be decrypted and none are given; STALE_REVISION of the settings
 */
export async function changeConnection(
  context: Context,
  { expectedRevision, account, numbers, handlesStop }: ConnectionChanges,
): Promise<void> {
  const settings = await lockSettingsForUpdate(context, expectedRevision);
  const row = await getLiveConnection(context);
  if (account !== undefined && account.provider !== row.provider)
    throw invalidInput({ path: "account.provider", message: "the account is of another provider: connect it again" });
  const stored = decryptSecrets(context.installationKeys, row);
  // Without its token the webhook's URL is unknown: only a new account has one.
  if (stored === null) throw invalidState("The account’s secrets cannot be read. Connect it again.");
  const { webhookToken } = stored;
  const credentials =
    account === undefined
      ? row.credentials
      : encryptSecrets(context.installationKeys, row, { ...account, webhookToken });
  const after = { ...row, credentials, numbers: numbers ?? row.numbers, handlesStop: handlesStop ?? row.handlesStop };
  await updateConnection(context, row.id, after);
  await saveProvider(context, settings, row.provider as TextConnection["provider"]);
  const secrets = account === undefined ? {} : { secrets: { from: "[redacted]", to: "[redacted]" } };
  recordConnection(context, row.id, { from: row, to: after }, secrets);
}

/**
 * Ends the account: texts are no longer sent with it, and its webhook responds with 404.
 *
 * @throws NOT_FOUND without an account; STALE_REVISION of the settings
 */
export async function disconnectProvider(context: Context, expectedRevision: number): Promise<void> {
  const settings = await lockSettingsForUpdate(context, expectedRevision);
  const row = await getLiveConnection(context);
  await revokeConnection(context, row.id);
  await saveProvider(context, settings, "outbox");
  recordConnection(context, row.id, { from: row, to: null });
}
