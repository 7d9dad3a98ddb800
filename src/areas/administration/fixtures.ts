import { expect } from "vitest";
import type { TestTenant } from "../../testing/harness/tenant.ts";
import { countTraces } from "../../testing/harness/traces.ts";
import type { Administrator } from "../scope-requests/fixtures.ts";
import type { ServiceAccount } from "../service-accounts/schema.ts";
import type { SignedInMember } from "../team/fixtures.ts";
import type { DecidedRequest } from "./schema.ts";

/** Who is there; asked at each step, since a test file has them only once it runs. */
type FindPeople = () => { tenant: TestTenant; manager: SignedInMember; administrator: Administrator };

/** What the tests of decisions do in a firm: decide as the administrator unless told otherwise, and look at what came of it. */
export function decideAmong(find: FindPeople) {
  const decide = (requestId: string, input: object, by: Administrator = find().administrator) =>
    by.portal.mutate<DecidedRequest>("administration.decideScopeRequest", { organizationId: find().tenant.organizationId, requestId, ...input });
  return {
    decide,
    grant: (requestId: string, input: object = {}, by: Administrator = find().administrator) => decide(requestId, { decision: "grant", ...input }, by),
    readKey: async (keyId: string) =>
      (await find().manager.portal.query<{ serviceAccount: ServiceAccount }>("serviceAccounts.get", { serviceAccountId: keyId })).data.serviceAccount,
    /** Rejected as told, and nothing has happened. */
    expectRejected: async (call: Promise<{ error?: unknown; status: number }>, code: string, message: string) => {
      const { tenant } = find();
      const before = await countTraces(tenant);
      const { error } = (await call) as { error?: { message: string; data: { code: string } } };
      expect(error?.data.code).toBe(code);
      expect(error?.message).toMatch(message);
      expect(await countTraces(tenant)).toEqual(before);
    },
  };
}
