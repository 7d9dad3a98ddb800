import { exampleRecord } from "../../../contract/examples/example-record.ts";
import { ids, matter, shownClient } from "../../../contract/examples/example-story.ts";
import type { OperationExample } from "../../../contract/examples/operation-example.ts";
import { recorded } from "../parts/examples.ts";
import { HipaaAuthorization } from "./schema.ts";

const { organizationId, caseId, authorizationId } = ids;

export const authorization = exampleRecord(HipaaAuthorization, {
  id: ids.authorizationId,
  organizationId,
  case: { id: caseId, sequenceId: matter.sequenceId },
  client: shownClient,
  scope: "all",
  facilities: [],
  status: "active",
  signedOn: "2026-02-16",
  expiresOn: "2026-08-16",
  includesMentalHealth: false,
  includesSubstanceUse: false,
  includesHiv: false,
  ...recorded,
});

const nextCursor = null;

export const authorizationExamples = {
  "cases.hipaaAuthorizations.list": {
    parameters: { caseId },
    response: { hipaaAuthorizations: [authorization], nextCursor },
  },
  "cases.hipaaAuthorizations.create": {
    parameters: { caseId },
    body: { scope: "all", signedOn: authorization.signedOn, expiresOn: authorization.expiresOn },
    response: { hipaaAuthorization: authorization },
  },
  "hipaaAuthorizations.get": { parameters: { authorizationId }, response: { hipaaAuthorization: authorization } },
  "hipaaAuthorizations.update": {
    parameters: { authorizationId },
    body: { signedOn: authorization.signedOn },
    response: { hipaaAuthorization: { ...authorization, revision: 2 } },
  },
  "hipaaAuthorizations.revoke": {
    parameters: { authorizationId },
    body: { reason: "The client changed counsel." },
    response: {
      hipaaAuthorization: {
        ...authorization,
        status: "revoked",
        revokedOn: "2026-03-14",
        revokeReason: "The client changed counsel.",
        revision: 2,
      },
    },
  },
} satisfies Record<string, OperationExample>;
