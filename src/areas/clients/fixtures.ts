import { randomUUID } from "node:crypto";
import type { Insertable } from "kysely";
import { expect } from "vitest";
import { createId } from "../../platform/database/ids.ts";
import type { Tables } from "../../platform/database/tables.ts";
import { createInstallationKeys } from "../../platform/crypto/installation-keys.ts";
import { readRecord } from "../../testing/harness/example-request.ts";
import type { ExampleRequest, Scenario } from "../../testing/harness/example-request.ts";
import { createCase } from "../../testing/harness/tenant.ts";
import type { TestTenant } from "../../testing/harness/tenant.ts";
import { testSecret } from "../../testing/harness/server.ts";
import { placeOfSsn } from "./ssn/domain.ts";

const anyInstant = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as unknown;

/** A number that may be one, and is nobody's. */
export const testSsn = "219-64-4821";

/** A client without cases. @returns its id */
export async function createClientRow(firm: TestTenant, values: Partial<Insertable<Tables["Client"]>> = {}): Promise<string> {
  const id = createId("client");
  const { organizationId } = firm;
  await firm.inside((transaction) => transaction.insertInto("Client").values({ organizationId, id, firstName: "Noor", lastName: "Haddad", ...values }).execute());
  return id;
}

/** A client whose whole social security number is kept. @returns its id */
export async function createClientWithSsn(firm: TestTenant, ssn = testSsn): Promise<string> {
  const { organizationId } = firm;
  const clientId = await createClientRow(firm, { ssnFourDigits: ssn.slice(-4) });
  const sealed = createInstallationKeys(testSecret).pii.encrypt(placeOfSsn(organizationId, clientId), ssn.replaceAll("-", ""));
  await firm.inside((transaction) => transaction.insertInto("ClientSsn").values({ organizationId, clientId, ...sealed }).execute());
  return clientId;
}

/** A client with a row in each of the tables of the area. */
export async function createFullClient(firm: TestTenant): Promise<string> {
  const clientId = await createClientWithSsn(firm);
  await firm.inside((transaction) => transaction.insertInto("ClientTag").values({ organizationId: firm.organizationId, clientId, tag: "newsletter" }).execute());
  return clientId;
}

function updateClientRow(firm: TestTenant, clientId: string, values: Partial<Insertable<Tables["Client"]>>): Promise<void> {
  return firm.inside(async (transaction) => void (await transaction.updateTable("Client").set(values).where("id", "=", clientId).execute()));
}

/** What a request about a client has in common. */
const about = (firm: TestTenant, clientId: string, caseId?: string) => ({
  pathValues: { clientId },
  recordParameters: ["clientId"],
  revision: 1,
  remove: () => updateClientRow(firm, clientId, { deletedAt: new Date().toISOString() }),
  change: () => updateClientRow(firm, clientId, { lastName: "Changed" }),
  touched: () => ({
    entity: "client",
    id: clientId,
    relatedIds: [{ entity: "client", id: clientId }, ...(caseId === undefined ? [] : [{ entity: "case", id: caseId }])],
  }),
}) satisfies ExampleRequest;

const arrangeList: Scenario = async (firm) => {
  await createFullClient(firm);
  await createCase(firm);
  return { pathValues: {}, recordParameters: [], revision: null };
};

const arrangeCreate: Scenario = (firm) => {
  const idOf = (answer: Record<string, unknown>) => String(readRecord(answer, "client")["id"]);
  return Promise.resolve({
    pathValues: {},
    body: {
      firstName: "Noor",
      lastName: "Haddad",
      email: "noor.haddad@example.com",
      address: { line1: "12 Harbor Road", city: "Galveston", state: "TX", zipCode: "77550" },
      ssn: testSsn,
      tags: ["newsletter"],
      externalId: randomUUID(),
    },
    recordParameters: [],
    revision: null,
    change: (answer) => updateClientRow(firm, idOf(answer), { lastName: "Changed" }),
    touched: (answer) => ({ entity: "client", id: idOf(answer), relatedIds: [{ entity: "client", id: idOf(answer) }] }),
    diff: {},
    standsAlone: true,
  } satisfies ExampleRequest);
};

const arrangeGet: Scenario = async (firm) => {
  const { change: _change, touched: _touched, ...request } = about(firm, await createFullClient(firm));
  return { ...request, revision: null };
};

const arrangeListCases: Scenario = async (firm) => {
  const { clientId } = await createCase(firm);
  const { change: _change, touched: _touched, ...request } = about(firm, clientId);
  return { ...request, revision: null };
};

const arrangeUpdate: Scenario = async (firm) => {
  const { caseId, clientId } = await createCase(firm);
  return {
    ...about(firm, clientId, caseId),
    body: { firstName: "Rosalinde", email: "rosalinde@example.com", phone: null },
    diff: {
      firstName: { from: "Rosa", to: "Rosalinde" },
      email: { from: "rosa@example.com", to: "rosalinde@example.com" },
      phone: { from: "555-0101", to: null },
    },
  };
};

const arrangeDelete: Scenario = async (firm) => {
  const clientId = await createClientRow(firm);
  return { ...about(firm, clientId), recordIn: null, standsAlone: true, diff: { deletedAt: { from: null, to: anyInstant } } };
};

const arrangeMerge: Scenario = async (firm) => {
  const [clientId, { clientId: duplicateClientId, caseId }] = [await createClientRow(firm), await createCase(firm, {})];
  const { touched: _touched, ...request } = about(firm, clientId, caseId);
  return {
    ...request,
    body: { duplicateClientId },
    alsoEmits: ["case.updated"],
    touched: () => ({
      entity: "client",
      id: clientId,
      relatedIds: [{ entity: "client", id: clientId }, { entity: "client", id: duplicateClientId }, { entity: "case", id: caseId }],
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
};

const arrangeReveal: Scenario = async (firm) => {
  const { change: _change, ...request } = about(firm, await createClientWithSsn(firm));
  return { ...request, body: {}, revision: null };
};

export const clientScenarios = {
  "clients.list": arrangeList,
  "clients.create": arrangeCreate,
  "clients.get": arrangeGet,
  "clients.listCases": arrangeListCases,
  "clients.update": arrangeUpdate,
  "clients.delete": arrangeDelete,
  "clients.merge": arrangeMerge,
  "clients.revealSsn": arrangeReveal,
} satisfies Record<string, Scenario>;
