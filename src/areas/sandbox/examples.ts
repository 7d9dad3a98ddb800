import { ids, tenant, times } from "../../contract/examples/example-story.ts";
import type { OperationExample } from "../../contract/examples/operation-example.ts";
import { sandboxRateLimits } from "../../contract/sandbox.ts";
import type { Sandbox } from "./schema.ts";

export const sandbox = {
  id: "org_01kf3m0c7n9q1s3v5x7z9b2d4f",
  liveOrganizationId: ids.organizationId,
  name: `${tenant.name} (sandbox)`,
  slug: "okafor-lindqvist-sandbox",
  state: "ready",
  contents: "empty",
  rateLimits: sandboxRateLimits,
  elevatedScopesAllowed: false,
  resetAt: null,
  revision: 1,
  createdAt: times.now,
  updatedAt: times.now,
} satisfies Sandbox;

export const sandboxExamples = {
  "sandbox.get": { response: { sandbox } },
  "sandbox.create": { body: { contents: "empty" }, response: { sandbox } },
  "sandbox.reset": {
    body: { contents: "empty" },
    response: { sandbox: { ...sandbox, state: "resetting", revision: 2 } },
  },
  "sandbox.delete": { response: {} },
} satisfies Record<string, OperationExample>;
