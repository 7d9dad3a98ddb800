import { buildClient } from "../../../prisma/seed/builders/cases.ts";
import type { Values } from "../../../prisma/seed/builders/records.ts";
import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { ids } from "../../contract/examples/example-story.ts";
import { createInstallationKeys } from "../../platform/crypto/installation-keys.ts";
import { anInstant, readId, type Arrangement, type Scenario } from "../../testing/harness/requests/example-request.ts";
import { changeRow, createCase, insertFor, type TestTenant } from "../../testing/harness/tenant.ts";
import { aboutRow } from "../../testing/harness/tenant-requests.ts";
import { testSecret } from "../../testing/harness/server.ts";
import { client } from "./examples.ts";
import { placeOfSsn } from "./ssn/domain.ts";

/** A valid number that is never assigned. */
export const testSsn = "219-64-4821";

/**
 * A client without cases.
 *
 * @returns its id
 */
export async function createClientRow(tenant: TestTenant, values: Partial<Values<"Client">> = {}): Promise<string> {
  const { organizationId } = tenant;
  const row = buildClient({ organizationId, firstName: "Noor", lastName: "Haddad", ...values });
  return (await insertFor(tenant, { Client: row })).Client.id;
}

/**
 * A client whose whole social security number is kept.
 *
 * @returns its id
 */
export async function createClientWithSsn(tenant: TestTenant, ssn = testSsn): Promise<string> {
  const { organizationId } = tenant;
  const clientId = await createClientRow(tenant, { ssnFourDigits: ssn.slice(-4) });
  const encrypted = createInstallationKeys(testSecret).pii.encrypt(
    placeOfSsn(organizationId, clientId),
    ssn.replaceAll("-", ""),
  );
  await insertFor(tenant, { ClientSsn: { organizationId, clientId, ...encrypted } });
  return clientId;
}

/** A client with a row in each of the tables of the area. */
export async function createFullClientRows(tenant: TestTenant): Promise<string> {
  const clientId = await createClientWithSsn(tenant);
  await insertFor(tenant, { ClientTag: { organizationId: tenant.organizationId, clientId, tag: "newsletter" } });
  return clientId;
}

/** What a request about a client has in common. */
const about = (tenant: TestTenant, clientId: string, caseId?: string) =>
  ({
    ...aboutRow(tenant, "Client", { clientId }, { lastName: "Changed" }),
    touched: () => ({
      entity: "client",
      id: clientId,
      relatedIds: [
        { entity: "client", id: clientId },
        ...(caseId === undefined ? [] : [{ entity: "case", id: caseId }]),
      ],
    }),
  }) satisfies Arrangement;

export const clientScenarios = {
  "clients.list": async (tenant) => {
    await createFullClientRows(tenant);
    await createCase(tenant);
    return {};
  },
  "clients.create": (tenant) => {
    const idOf = (response: Record<string, unknown>) => readId(response, "client");
    return Promise.resolve({
      ownValues: { [client.externalId]: randomUUID() },
      change: (response) => changeRow(tenant, "Client", idOf(response), { lastName: "Changed" }),
      touched: (response) => ({
        entity: "client",
        id: idOf(response),
        relatedIds: [{ entity: "client", id: idOf(response) }],
      }),
      diff: {},
      standsAlone: true,
    } satisfies Arrangement);
  },
  "clients.get": async (tenant) => {
    const { change: _change, touched: _touched, ...request } = about(tenant, await createFullClientRows(tenant));
    return { ...request, revision: null };
  },
  "clients.cases.list": async (tenant) => {
    const { clientId } = await createCase(tenant);
    const { change: _change, touched: _touched, ...request } = about(tenant, clientId);
    return { ...request, revision: null };
  },
  "clients.update": async (tenant) => {
    const { caseId, clientId } = await createCase(tenant);
    return {
      ...about(tenant, clientId, caseId),
      diff: ({ phone, zipCode }) => ({
        phone: { from: "555-0101", to: phone },
        phoneE164: { from: null, to: expect.any(String) as string },
        zipCode: { from: null, to: zipCode },
        address: { from: null, to: expect.objectContaining({ zipCode }) as object },
      }),
    };
  },
  "clients.delete": async (tenant) => {
    const clientId = await createClientRow(tenant);
    return {
      ...about(tenant, clientId),
      recordIn: null,
      standsAlone: true,
      diff: { deletedAt: { from: null, to: anInstant } },
    };
  },
  "clients.merge": async (tenant) => {
    const [clientId, { clientId: duplicateClientId, caseId }] = [
      await createClientRow(tenant),
      await createCase(tenant, {}),
    ];
    const { touched: _touched, ...request } = about(tenant, clientId, caseId);
    return {
      ...request,
      ownValues: { [ids.duplicateClientId]: duplicateClientId },
      alsoEmits: ["case.updated"],
      touched: () => ({
        entity: "client",
        id: clientId,
        relatedIds: [
          { entity: "client", id: clientId },
          { entity: "client", id: duplicateClientId },
          { entity: "case", id: caseId },
        ],
      }),
      diff: {
        email: { from: null, to: "rosa@example.com" },
        phone: { from: null, to: "555-0101" },
        dateOfBirth: { from: null, to: "1984-06-30" },
        isMinor: { from: null, to: false },
        ssnFourDigits: { from: null, to: "1234" },
        caseIds: { from: [], to: [caseId] },
        caseCount: { from: 0, to: 1 },
      },
    };
  },
  "clients.revealSsn": async (tenant) => {
    const { change: _change, ...request } = about(tenant, await createClientWithSsn(tenant));
    return { ...request, revision: null };
  },
} satisfies Record<string, Scenario>;
