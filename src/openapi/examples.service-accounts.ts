import { loggedRequest, pausedAccount, resumedAccount, revokedAccount, rotatedAccount, serviceAccount, shownSecret, updatedAccount } from "./example-records.service-accounts.ts";
import { ids } from "./example-story.ts";
import type { OperationExamples } from "./operation-examples.ts";

const parameters = { serviceAccountId: ids.keyId };

export const serviceAccountExamples: Readonly<Record<string, OperationExamples>> = {
  "serviceAccounts.list": { parameters: { status: "active", limit: 50 }, answer: { serviceAccounts: [serviceAccount], nextCursor: null } },
  "serviceAccounts.create": {
    body: {
      name: serviceAccount.name,
      scopes: ["cases:read", "documents:write", "medical:read"],
      actingAttorneyId: ids.attorneyId,
      validUntil: serviceAccount.validUntil,
      webhookAllowedHosts: serviceAccount.webhookAllowedHosts,
      purpose: "The vendor looks up which records are outstanding.",
    },
    answer: { serviceAccount, secret: shownSecret },
  },
  "serviceAccounts.get": { parameters, answer: { serviceAccount } },
  "serviceAccounts.update": {
    parameters,
    body: { scopes: ["cases:read"], allowedNetworks: ["203.0.113.0/24"] },
    answer: { serviceAccount: updatedAccount },
  },
  "serviceAccounts.pause": { parameters, body: {}, answer: { serviceAccount: pausedAccount } },
  "serviceAccounts.resume": { parameters, body: {}, answer: { serviceAccount: resumedAccount } },
  "serviceAccounts.rotate": { parameters, body: { overlapHours: 24 }, answer: { serviceAccount: rotatedAccount, secret: shownSecret } },
  "serviceAccounts.revoke": { parameters, body: { reason: revokedAccount.revokeReason }, answer: { serviceAccount: revokedAccount } },
  "serviceAccounts.listRequests": { parameters, answer: { requests: [loggedRequest], nextCursor: null } },
};
