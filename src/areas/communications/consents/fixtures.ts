import {
  buildAddressSuppression,
  buildConsent,
  buildMessageTemplate,
} from "../../../../prisma/seed/builders/communications.ts";
import { ids } from "../../../contract/examples/example-story.ts";
import { asRead, newName, readId, type Scenario } from "../../../testing/harness/requests/example-request.ts";
import { changeRow, createCase, insertFor, type TestTenant } from "../../../testing/harness/tenant.ts";
import { newId } from "../../../../prisma/seed/builders/records.ts";

const agreedAt = "2026-03-05T16:00:00.000Z";

/** A client with a consent that has its history. */
async function createConsent(tenant: TestTenant): Promise<{ clientId: string; consentId: string }> {
  const { organizationId } = tenant;
  const { clientId } = await createCase(tenant);
  const consent = buildConsent({ organizationId, clientId, at: agreedAt });
  const actor = { type: "system", id: "system", name: "Caseport" };
  await insertFor(tenant, {
    Consent: consent,
    ConsentChange: { organizationId, consentId: consent.id, number: 1, status: "opted_in", source: "call", actor },
  });
  return { clientId, consentId: consent.id };
}

/** A row in every table of consents, templates and settings. */
export async function createConsentRows(tenant: TestTenant): Promise<void> {
  const { organizationId } = tenant;
  await createConsent(tenant);
  await insertFor(tenant, {
    AddressSuppression: buildAddressSuppression({ organizationId, address: `+1512555${Date.now() % 10_000}` }),
    MessageTemplate: buildMessageTemplate({ organizationId, name: newName() }),
  });
  await tenant.inside(async (transaction) => {
    await transaction
      .insertInto("CommunicationSetting")
      .values({ organizationId })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const connection = {
      organizationId,
      id: newId("textConnection"),
      provider: "twilio",
      tokenDigest: Buffer.from(newId("textConnection").slice(-26).padEnd(32, "0")),
      credentials: Buffer.from("x"),
      numbers: ["+13125550100"],
    };
    await transaction
      .insertInto("TextConnection")
      .values(connection)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  });
}

export const consentScenarios = {
  "consents.list": asRead(async (tenant) => {
    const { clientId } = await createConsent(tenant);
    return { ownValues: { [ids.clientId]: clientId } };
  }),
  "consents.set": async (tenant) => {
    const { clientId } = await createConsent(tenant);
    return {
      ownValues: { [ids.clientId]: clientId },
      revision: 1,
      change: (body) => changeRow(tenant, "Consent", readId(body, "consent"), { status: "opted_out", revision: 9 }),
      touched: (body) => {
        const id = readId(body, "consent");
        return {
          entity: "consent",
          id,
          relatedIds: [
            { entity: "consent", id },
            { entity: "client", id: clientId },
          ],
        };
      },
      emitsBefore: ["client.updated"],
      alsoEmits: ["consent.updated"],
      standsAlone: true,
      diff: ({ at }: Record<string, unknown>) => ({ at: { from: agreedAt, to: at } }),
    };
  },
} satisfies Record<string, Scenario>;
