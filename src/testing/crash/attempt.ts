import { randomUUID } from "node:crypto";
import { createSubscription } from "../../areas/webhooks/fixtures.ts";
import { openSubjectHarness, subjects, type Subject, type SubjectServer } from "../conformance/subject.ts";
import type { DatabaseProbe } from "../database/database-probe.ts";
import { describeEffects } from "../database/tenant-state.ts";
import type { Reply } from "../harness/requests/send.ts";
import type { TestTenant } from "../harness/tenant.ts";

/** Every operation that takes effect once, however often it is sent. */
export const mutations: readonly Subject[] = subjects.filter(
  ({ declaration }) => declaration.meta.idempotency === "required",
);

/**
 * One mutation in an organization of its own, whose client sends it until it succeeds, always under one idempotency
 * key.
 */
export interface Attempt {
  subject: Subject;
  tenant: TestTenant;
  /** @param key another one makes it another request */
  send(key?: string): Promise<Reply>;
  /**
   * Its effects so far: every row of the organization, with events, deliveries, jobs, audit entries and the stored
   * response.
   */
  readEffects(): Promise<string[]>;
}

/**
 * Arranges a mutation. The organization has a subscription to all events, so that deliveries and their jobs are among
 * the effects.
 *
 * @param needsEffects false where nobody reads its effects: every row of the organization is read for them beforehand
 */
export async function beginAttempt(
  server: SubjectServer,
  probe: DatabaseProbe,
  subject: Subject,
  needsEffects = true,
): Promise<Attempt> {
  const { tenant, call } = await openSubjectHarness(server, subject);
  await createSubscription(tenant, { eventTypes: ["*"] });
  const before = needsEffects ? await probe.readState(tenant.organizationId) : null;
  const idempotencyKey = randomUUID();
  return {
    subject,
    tenant,
    send: (key = idempotencyKey) => call({ idempotencyKey: key }),
    readEffects: async () => {
      if (before === null) throw new Error("begun without reading the organization's rows");
      return describeEffects(before, await probe.readState(tenant.organizationId));
    },
  };
}
