import * as z from "zod";
import type { InstallationKeys } from "../../../platform/crypto/installation-keys.ts";
import { defineEncryptedColumn } from "../../../platform/jobs/encrypted-columns.ts";
import type { ProviderCredentials } from "../../../platform/text-messages/text-provider.ts";

/** What is stored of an account at a provider, encrypted: its secrets, and the token of our webhook's URL. */
export type ConnectionSecrets = ProviderCredentials & { webhookToken: string };

const webhookToken = z.string();
const Stored = z.discriminatedUnion("provider", [
  z.object({ provider: z.literal("twilio"), accountSid: z.string(), authToken: z.string(), webhookToken }),
  z.object({ provider: z.literal("telnyx"), apiKey: z.string(), publicKey: z.string(), webhookToken }),
]);

/** Associated data: the secrets can be decrypted only in their own row. */
const placeOfSecrets = (organizationId: string, connectionId: string) => `${organizationId} ${connectionId}`;

/** The secrets of accounts in use. */
export const connectionSecretsColumn = defineEncryptedColumn<{ organizationId: string; id: string }>({
  table: "TextConnection",
  column: "credentials",
  key: ["id"],
  listing: "list_text_connections_to_reencrypt",
  describePlace: ({ organizationId, id }) => placeOfSecrets(organizationId, id),
});

/** Encrypts the secrets of an account with the installation's current secret, for its row alone. */
export const encryptSecrets = (
  keys: InstallationKeys,
  { organizationId, id }: { organizationId: string; id: string },
  secrets: ConnectionSecrets,
): Buffer => keys.encrypt(placeOfSecrets(organizationId, id), JSON.stringify(secrets));

/** @returns null for what another installation's secret encrypted */
export function decryptSecrets(
  keys: InstallationKeys,
  { organizationId, id, credentials }: { organizationId: string; id: string; credentials: Buffer },
): ConnectionSecrets | null {
  const text = keys.decrypt(placeOfSecrets(organizationId, id), credentials);
  return text === null ? null : Stored.parse(JSON.parse(text));
}
