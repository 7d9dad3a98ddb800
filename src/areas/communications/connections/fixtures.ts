import { createId } from "../../../platform/database/ids.ts";
import type { InstallationKeys } from "../../../platform/crypto/installation-keys.ts";
import { createTextWebhookToken, textWebhookPath } from "../../../platform/identity/credentials/text-webhook-token.ts";
import type { ProviderCredentials } from "../../../platform/text-messages/text-provider.ts";
import { insertFor, type TestTenant } from "../../../testing/harness/tenant.ts";
import { encryptSecrets } from "./domain.credentials.ts";

export interface CreatedConnection {
  connectionId: string;
  /** Of the webhook's URL. */
  webhookToken: string;
  /** `/api/text/<token>` */
  webhookPath: string;
}

/** The account of a firm at a provider of texts, with which it sends from +15125550100. */
export async function createConnection(
  tenant: TestTenant,
  installationKeys: InstallationKeys,
  credentials: ProviderCredentials,
  { handlesStop = false }: { handlesStop?: boolean } = {},
): Promise<CreatedConnection> {
  const { organizationId } = tenant;
  const { provider } = credentials;
  const connectionId = createId("textConnection");
  const { token: webhookToken, digest: tokenDigest } = createTextWebhookToken();
  const place = { organizationId, id: connectionId };
  await insertFor(tenant, {
    CommunicationSetting: { organizationId, provider },
    TextConnection: {
      organizationId,
      id: connectionId,
      provider,
      tokenDigest,
      credentials: encryptSecrets(installationKeys, place, { ...credentials, webhookToken }),
      numbers: ["+15125550100"],
      handlesStop,
    },
  });
  return { connectionId, webhookToken, webhookPath: `${textWebhookPath}/${webhookToken}` };
}
