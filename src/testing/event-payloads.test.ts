import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { lapseOverdueRequests } from "../areas/scope-requests/domain.lapse.ts";
import { createAskingKey, inDays, letLapse, signInAdministrator } from "../areas/scope-requests/fixtures.ts";
import { giveExpiryNotices } from "../areas/keys/domain.notices.ts";
import { createManagedFirm, createMember } from "../areas/team/fixtures.ts";
import type { SignedInMember } from "../areas/team/fixtures.ts";
import { stopSubscription } from "../areas/webhooks/domain.health.ts";
import { createSubscription } from "../areas/webhooks/fixtures.ts";
import { catalogue } from "../catalogue.ts";
import type { EventType } from "../contract/event-types.ts";
import { eventTypeNames } from "../contract/event-types.ts";
import { readDeclarations } from "../rpc/declarations.ts";
import { actInOrganization } from "../rpc/entrance.ts";
import { systemPrincipal } from "../rpc/principal.ts";
import { createKey } from "./firm.ts";
import type { TestFirm } from "./firm.ts";
import { startTestServer } from "./harness.ts";
import type { TestServer } from "./harness.ts";
import { expectTold, readEvents } from "./traces.ts";

/** Types that nothing emits yet: the operations come with issue 5. */
const withoutProducer: readonly EventType[] = [
  "case.created",
  "case.updated",
  "client.created",
  "folder.updated",
  "document.created",
  "document.updated",
  "document.deleted",
  "invoice.created",
  "medical_facility.bound",
  "retrieval_request.created",
  "retrieval_request.status_changed",
];

let server: TestServer;
/** Conformance holds what an operation announces against its type; the rest is done here. */
const seen = new Set<string>(readDeclarations(catalogue).flatMap(({ meta }) => meta.emits ?? []));

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close(1000));

describe("what only the portal and the installation do", () => {
  let firm: TestFirm;
  let manager: SignedInMember;
  beforeAll(async () => {
    ({ firm, manager } = await createManagedFirm(server));
  });

  /** Does something, and holds what was announced against what the types say. */
  async function expectAnnounced(types: readonly EventType[], act: () => Promise<unknown>): Promise<void> {
    const before = await readEvents(firm);
    await act();
    const events = (await readEvents(firm)).slice(before.length);
    expect(events.map(({ eventType }) => eventType)).toEqual(types);
    expectTold(events);
    for (const { eventType } of events) seen.add(eventType);
  }
  /** @throws when it was refused */
  const change = async (procedure: string, input: object, of: Pick<SignedInMember, "portal"> = manager) => (await of.portal.mutate(procedure, input)).data;

  test("team", async () => {
    const memberId = await createMember(firm, { isAttorney: true, role: "attorney" });
    await createKey({ ...firm, attorneyId: memberId }, { scopes: ["documents:write"] });
    const person = { firstName: "Ina", lastName: "Vogt", email: "ina.vogt@firm.example", role: "paralegal" };
    await expectAnnounced(["member.invited"], () => change("team.invite", person));
    await expectAnnounced(["member.updated"], () => change("team.update", { memberId, expectedRevision: 1, permissions: ["integrations:manage"] }));
    await expectAnnounced(["member.deactivated", "integration_key.misconfigured"], () => change("team.deactivate", { memberId, expectedRevision: 2 }));
    await expectAnnounced(["member.reactivated"], () => change("team.reactivate", { memberId, expectedRevision: 3 }));
  });

  test("elevated scopes, and the organization", async () => {
    const administrator = await signInAdministrator(server);
    const { organizationId } = firm;
    let requestId = "";
    const ask = async () => {
      ({ requestId } = await createAskingKey(manager.portal, firm));
    };
    const asked = ["integration_key.created", "scope_request.created"] as const;
    const decide = (decision: object) => change("administration.decideScopeRequest", { organizationId, requestId, ...decision }, administrator);
    await expectAnnounced(asked, ask);
    await expectAnnounced(["scope_request.granted", "integration_key.updated"], () => decide({ decision: "grant", note: "as agreed", latestExpiryAt: inDays(90) }));
    await expectAnnounced(asked, ask);
    await expectAnnounced(["scope_request.denied"], () => decide({ decision: "deny", note: "not yet" }));
    await expectAnnounced(asked, ask);
    await expectAnnounced(["scope_request.withdrawn"], () => change("keys.withdrawScopeRequest", { requestId }));
    await expectAnnounced(asked, ask);
    await letLapse(firm, requestId);
    await expectAnnounced(["scope_request.lapsed"], () => lapseOverdueRequests(server.kernel.database));
    const limits = { organizationId, read: 1_200, write: null, sensitive: 10, note: "Closing of the year" };
    await expectAnnounced(["organization.updated"], () => change("administration.setRateLimits", limits, administrator));
  });

  test("a key that ends soon", async () => {
    await createKey(firm, { scopes: ["cases:read"], actingAttorneyId: null, expiresAt: inDays(6) });
    await expectAnnounced(["integration_key.expiring"], () => giveExpiryNotices(server.kernel.database));
  });

  test("a webhook that fails for too long, and one that is gone", async () => {
    const { database } = server.kernel;
    const act = { action: "webhooks.stop", mayAnnounce: ["webhook_subscription.paused", "webhook_subscription.disabled"] } as const;
    const actor = { database, principal: systemPrincipal(firm.organizationId), requestId: "req", address: null, act };
    const failing = await createSubscription(firm, { consecutiveFailures: 12, failingSince: inDays(-6) });
    const gone = await createSubscription(firm);
    await expectAnnounced(["webhook_subscription.paused"], () => actInOrganization(actor, (context) => stopSubscription(context, failing, "failures")));
    await expectAnnounced(["webhook_subscription.disabled"], () => actInOrganization(actor, (context) => stopSubscription(context, gone, "gone")));
  });
});

test("every type was seen, but for those that nothing emits yet", () => {
  expect(eventTypeNames.filter((type) => !seen.has(type))).toEqual(withoutProducer);
});
