import { defineEvents } from "../../contract/events/event-declaration.ts";
import { actors, ids, times } from "../../contract/examples/example-story.ts";
import {
  pausedAccount,
  resumedAccount,
  revokedAccount,
  rotatedAccount,
  serviceAccount,
  updatedAccount,
} from "./examples.ts";
import { ServiceAccount } from "./schema.ts";

const { manager, system } = actors;

export const serviceAccountEvents = defineEvents({
  entity: "integration_key",
  area: "org",
  scope: "org:manage",
  payload: ServiceAccount,
  exampleRelatedIds: (id) => [{ entity: "integration_key", id }],
  types: {
    "integration_key.created": {
      description: "An API key was created.",
      example: { by: manager, payload: serviceAccount },
    },
    "integration_key.updated": {
      description: "An API key was changed.",
      example: {
        by: manager,
        payload: updatedAccount,
        before: {
          scopes: ["cases:read", "documents:write"],
          allowedNetworks: [],
          vendorContactId: null,
          vendorContact: null,
        },
      },
    },
    "integration_key.paused": {
      description: "An API key was paused.",
      example: { by: manager, payload: pausedAccount, before: { status: "active", pausedAt: null } },
    },
    "integration_key.resumed": {
      description: "A paused API key was resumed.",
      example: { by: manager, payload: resumedAccount, before: { status: "paused", pausedAt: times.stage } },
    },
    "integration_key.rotated": {
      description: "An API key was rotated.",
      example: {
        by: manager,
        payload: rotatedAccount,
        before: { keyPrefix: updatedAccount.keyPrefix, secrets: updatedAccount.secrets },
      },
    },
    "integration_key.revoked": {
      description: "An API key was revoked.",
      example: {
        by: manager,
        payload: revokedAccount,
        before: {
          status: "active",
          secrets: updatedAccount.secrets,
          revokedAt: null,
          revokedBy: null,
          revokeReason: null,
        },
      },
    },
    "integration_key.expiring": {
      description: "An API key expires soon.",
      example: { by: system, payload: { ...updatedAccount, status: "expiring" } },
    },
    "integration_key.misconfigured": {
      description: "An API key lost its acting attorney.",
      example: {
        by: manager,
        payload: {
          ...updatedAccount,
          status: "needs_attention",
          actingAttorney: {
            attorneyId: ids.attorneyId,
            firstName: "Daniel",
            lastName: "Okafor",
            status: "deactivated",
          },
          integrationConfigured: false,
          configurationProblems: ["acting_attorney_inactive"],
        },
      },
    },
  },
});
