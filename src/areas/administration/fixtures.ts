import { expect } from "vitest";
import type { TestTenant } from "../../testing/harness/tenant.ts";
import { countTraces } from "../../testing/harness/traces.ts";
import type { Administrator } from "../scope-requests/fixtures.ts";
import type { ServiceAccount } from "../service-accounts/schema.ts";
import type { SignedInMember } from "../team/fixtures.ts";
import type { DecidedRequest } from "./schema.ts";

/** Functions, because a test file creates them only when it runs. */
type FindPeople = () => { tenant: TestTenant; manager: SignedInMember; administrator: Administrator };

/** Decides in a tenant, as the administrator unless another is given, and reads the effects. */
export function decideAmong(find: FindPeople) {
  const decide = (requestId: string, input: object, by: Administrator = find().administrator) =>
    by.portal.mutate<DecidedRequest>("administration.decideScopeRequest", {
      organizationId: find().tenant.organizationId,
      requestId,
      ...input,
    });
  return {
    decide,
    grant: (requestId: string, input: object = {}, by: Administrator = find().administrator) =>
      decide(requestId, { decision: "grant", ...input }, by),
    readKey: async (keyId: string) =>
      (
        await find().manager.portal.query<{ serviceAccount: ServiceAccount }>("serviceAccounts.get", {
          serviceAccountId: keyId,
        })
      ).data.serviceAccount,
    /** Expects a rejection without effects. */
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
