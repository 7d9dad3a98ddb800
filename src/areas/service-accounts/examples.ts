import { exampleRecord } from "../../contract/examples/example-record.ts";
import { actors, ids, times } from "../../contract/examples/example-story.ts";
import type { OperationExample } from "../../contract/examples/operation-example.ts";
import { loggedRequest } from "../request-logs/examples.ts";
import { ServiceAccount } from "./schema.ts";

const { manager } = actors;

export const serviceAccount = exampleRecord(ServiceAccount, {
  id: ids.keyId,
  name: "Records vendor sync",
  description: "Requests medical records from the vendor and files them.",
  ownerMemberId: ids.managerId,
  owner: {
    memberId: ids.managerId,
    firstName: "Ingrid",
    lastName: "Lindqvist",
    email: "ingrid.lindqvist@example.com",
    status: "active",
  },
  tags: ["records", "vendor"],
  status: "active",
  keyPrefix: "cpk_7hT2mQxa",
  secrets: [{ prefix: "cpk_7hT2mQxa", createdAt: times.opened, expiresAt: null }],
  scopes: ["cases:read", "documents:write"],
  elevatedScopes: [],
  pendingScopes: [
    {
      requestId: "scr_01kf3mb2s4v6x8z1b3d5f7h9k1",
      scope: "medical:read",
      purpose: "The vendor looks up which records are outstanding.",
      requestedBy: manager,
      requestedAt: times.opened,
      lapsesAt: "2026-02-03T15:04:11.208Z",
    },
  ],
  unconfirmedScopes: [],
  actingAttorneyId: ids.attorneyId,
  actingAttorney: { attorneyId: ids.attorneyId, firstName: "Daniel", lastName: "Okafor", status: "active" },
  integrationConfigured: true,
  configurationProblems: [],
  reportIncludeChildOrganizations: true,
  mcpSensitiveRecords: false,
  webhookAllowedHosts: ["hooks.example.com"],
  allowedNetworks: [],
  validUntil: "2027-01-20T00:00:00.000Z",
  expiresAt: "2027-01-20T00:00:00.000Z",
  createdBy: manager,
  createdAt: times.opened,
  updatedAt: times.opened,
  revision: 1,
});

export const updatedAccount = {
  ...serviceAccount,
  scopes: ["documents:write"],
  pendingScopes: [],
  allowedNetworks: ["203.0.113.0/24"],
  vendorContactId: ids.vendorId,
  vendorContact: { id: ids.vendorId, name: "Lone Star Records Retrieval" },
  updatedAt: times.stage,
  revision: 2,
} satisfies ServiceAccount;

export const pausedAccount = {
  ...updatedAccount,
  status: "paused",
  updatedAt: times.now,
  pausedAt: times.now,
  revision: 3,
} satisfies ServiceAccount;

export const resumedAccount = { ...updatedAccount, updatedAt: times.now, revision: 4 } satisfies ServiceAccount;

export const rotatedAccount = {
  ...updatedAccount,
  keyPrefix: "cpk_Zk90bWqe",
  secrets: [
    { prefix: "cpk_Zk90bWqe", createdAt: times.now, expiresAt: null },
    { prefix: "cpk_7hT2mQxa", createdAt: times.opened, expiresAt: "2026-03-15T15:09:26.535Z" },
  ],
  updatedAt: times.now,
  revision: 3,
} satisfies ServiceAccount;

export const revokedAccount = {
  ...updatedAccount,
  status: "revoked",
  secrets: [],
  updatedAt: times.now,
  revokedAt: times.now,
  revokedBy: manager,
  revokeReason: "The vendor's contract has ended.",
  revision: 3,
} satisfies ServiceAccount;

const createdKey = {
  id: "key_01kjp8s0a2c4e6g8j0m2q4s6v8",
  name: "Records vendor sync, Houston",
  keyPrefix: "cpk_Jp4vWc1s",
  status: "revoked",
  createdBy: { type: "integration_key", id: serviceAccount.id, name: serviceAccount.name },
} as const;

/** Not a real secret: its checksum is invalid. */
export const shownSecret = "cpk_7hT2mQxa_shownOnce00000000000000000000000000000000000000Cheque";

const parameters = { serviceAccountId: ids.keyId };

export const serviceAccountExamples = {
  "serviceAccounts.list": {
    parameters: { status: "active", limit: 50 },
    response: { serviceAccounts: [serviceAccount], nextCursor: null },
  },
  "serviceAccounts.create": {
    body: {
      name: serviceAccount.name,
      description: serviceAccount.description,
      ownerMemberId: ids.managerId,
      tags: serviceAccount.tags,
      scopes: ["cases:read", "documents:write", "medical:read"],
      actingAttorneyId: ids.attorneyId,
      validUntil: serviceAccount.validUntil,
      webhookAllowedHosts: serviceAccount.webhookAllowedHosts,
      purpose: "The vendor looks up which records are outstanding.",
    },
    response: { serviceAccount, secret: shownSecret },
  },
  "serviceAccounts.get": { parameters, response: { serviceAccount } },
  "serviceAccounts.update": {
    parameters,
    body: { scopes: ["documents:write"], allowedNetworks: ["203.0.113.0/24"], vendorContactId: ids.vendorId },
    response: { serviceAccount: updatedAccount },
  },
  "serviceAccounts.pause": { parameters, body: {}, response: { serviceAccount: pausedAccount } },
  "serviceAccounts.resume": { parameters, body: {}, response: { serviceAccount: resumedAccount } },
  "serviceAccounts.rotate": {
    parameters,
    body: { overlapHours: 24 },
    response: { serviceAccount: rotatedAccount, secret: shownSecret },
  },
  "serviceAccounts.revoke": {
    parameters,
    body: { reason: revokedAccount.revokeReason, keepCreatedKeys: false },
    response: { serviceAccount: revokedAccount, createdKeys: [createdKey], rotatedKeys: [] },
  },
  "serviceAccounts.requests.list": { parameters, response: { requests: [loggedRequest], nextCursor: null } },
} satisfies Record<string, OperationExample>;
