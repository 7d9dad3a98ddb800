import { randomBytes } from "node:crypto";
import type { Values } from "../../../../prisma/seed/builders/records.ts";
import { createId } from "../../../platform/database/ids.ts";
import { createInstallationKeys } from "../../../platform/crypto/installation-keys.ts";
import type { ProviderCredentials } from "../../../platform/text-messages/text-provider.ts";
import { testSecret } from "../../../testing/harness/server.ts";
import { changeRow, createCase, insertFor, type TestTenant } from "../../../testing/harness/tenant.ts";
import { encryptSecrets } from "../connections/domain.credentials.ts";

/** Sets how a firm sends: at any hour, unless the values say otherwise. */
export async function setSending(
  tenant: TestTenant,
  values: Partial<Values<"CommunicationSetting">> = {},
): Promise<void> {
  const set = { quietHours: "off", ...values };
  await tenant.inside((transaction) =>
    transaction
      .insertInto("CommunicationSetting")
      .values({ organizationId: tenant.organizationId, ...set })
      .onConflict((conflict) => conflict.column("organizationId").doUpdateSet(set))
      .execute(),
  );
}

export interface TextedCase {
  caseId: string;
  clientId: string;
  /** The client's. */
  number: string;
}

let lastNumber = 5_550_100;

/** A case whose client has a number of their own. Without consent, `unknown`. */
export async function createTextedCase(
  tenant: TestTenant,
  { state = null, consent = "opted_in" }: { state?: string | null; consent?: "opted_in" | "opted_out" | null } = {},
): Promise<TextedCase> {
  const { caseId, clientId } = await createCase(tenant);
  lastNumber += 1;
  const number = `+1512${lastNumber}`;
  const agreed = { status: consent, at: "2026-03-05T16:00:00.000Z", source: "call" };
  await changeRow(tenant, "Client", clientId, {
    phone: number,
    phoneE164: number,
    state,
    ...(consent !== null && { textConsent: JSON.stringify(agreed) }),
  });
  return { caseId, clientId, number };
}

/** Connects a firm to a provider of texts, with numbers of its own. @returns the ID of the account */
export async function connectTexts(
  tenant: TestTenant,
  credentials: ProviderCredentials,
  numbers: readonly string[],
): Promise<string> {
  const { organizationId } = tenant;
  const id = createId("textConnection");
  const webhookToken = `cpt_${randomBytes(16).toString("hex")}`;
  await insertFor(tenant, {
    TextConnection: {
      organizationId,
      id,
      provider: credentials.provider,
      tokenDigest: randomBytes(32),
      credentials: encryptSecrets(
        createInstallationKeys(testSecret),
        { organizationId, id },
        { ...credentials, webhookToken },
      ),
      numbers: [...numbers],
    },
  });
  await setSending(tenant, { provider: credentials.provider });
  return id;
}
