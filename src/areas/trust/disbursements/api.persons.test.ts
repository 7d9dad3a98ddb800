import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { declarations as operations } from "../../../composition/router.ts";
import { openApi, readBody, type Api } from "../../../testing/harness/requests/api.ts";
import { startTestServer, type TestServer } from "../../../testing/harness/server.ts";
import { buildKeySecret } from "../../../../prisma/seed/builders/keys.ts";
import { changeRow, createKey, createTenant, insertFor, type TestTenant } from "../../../testing/harness/tenant.ts";
import { createMember } from "../../team/fixtures.ts";
import { decide, signInApprover, signInMember, type Approver } from "./fixtures.approvers.ts";
import { createDisbursement, createPayable } from "./fixtures.ts";
import type { Disbursement } from "./schema.ts";

/** Nobody is paid by one person alone: who is behind a request does not approve it, whatever way they took. */

let server: TestServer;
let tenant: TestTenant;

beforeAll(async () => {
  server = await startTestServer();
  tenant = await createTenant(server.services.database);
});
afterAll(() => server.close(1000));

const secondPerson = "A second person must approve it: it was requested by you or by a key that you control";

async function requestBy(by: Api, firm = tenant): Promise<string> {
  const { statementId } = await createPayable(firm);
  const reply = await by.change("POST", `/settlement-statements/${statementId}/disbursements`, {
    method: "wire",
    lines: [{ lineKey: "net_to_client" }],
  });
  const [made] = readBody<{ trustDisbursements: Disbursement[] }>(reply).trustDisbursements;
  return made?.id ?? "";
}

const member = (memberId: string) => ({ type: "member", id: memberId, name: "A member" });
const createAttorney = (firstName: string) =>
  createMember(tenant, { firstName, lastName: "Attorney", role: "attorney", isAttorney: true });

async function expectRejected(approver: Approver, disbursementId: string): Promise<void> {
  for (const decision of ["approve", "reject"]) {
    const { error } = await decide(approver, disbursementId, { decision, note: "x" });
    expect([error?.data.code, error?.message]).toEqual(["INVALID_STATE_TRANSITION", secondPerson]);
  }
  const waiting = await approver.portal.query<{ waiting: { disbursement: { id: string }; obstacle: string | null }[] }>(
    "trustDisbursements.listWaiting",
    { limit: 200 },
  );
  expect(waiting.data.waiting.find(({ disbursement }) => disbursement.id === disbursementId)?.obstacle).toBe(
    `${secondPerson}.`,
  );
}

describe("7. behind a request is", () => {
  test("the attorney for whom the key acted", async () => {
    const attorneyId = await createAttorney("Ben");
    const id = await requestBy(openApi(server, (await createKey(tenant, { actingAttorneyId: attorneyId })).secret));
    await expectRejected(await signInMember(server, tenant, attorneyId), id);
  });

  test("that attorney also when the key has another one since", async () => {
    const attorneyId = await createAttorney("Ben");
    const key = await createKey(tenant, { actingAttorneyId: attorneyId });
    const id = await requestBy(openApi(server, key.secret));
    await changeRow(tenant, "IntegrationKey", key.keyId, { actingAttorneyId: tenant.attorneyId });
    await expectRejected(await signInMember(server, tenant, attorneyId), id);
  });

  test("the member who created the key", async () => {
    const maker = await createAttorney("Mia");
    const key = await createKey(tenant, { createdBy: member(maker) });
    await expectRejected(await signInMember(server, tenant, maker), await requestBy(openApi(server, key.secret)));
  });

  test("whoever was shown a secret of it that lives, and nobody whose secret has expired", async () => {
    const [shown, former] = [await createAttorney("Sam"), await createAttorney("Fay")];
    const key = await createKey(tenant, {});
    const { row } = buildKeySecret({ organizationId: tenant.organizationId, keyId: key.keyId });
    const other = buildKeySecret({ organizationId: tenant.organizationId, keyId: key.keyId }).row;
    await insertFor(tenant, {
      IntegrationKeySecret: [
        { ...row, issuedTo: member(shown), expiresAt: null },
        { ...other, issuedTo: member(former), expiresAt: "2026-01-01T00:00:00Z" },
      ],
    });
    const id = await requestBy(openApi(server, key.secret));
    await expectRejected(await signInMember(server, tenant, shown), id);
    expect((await decide(await signInMember(server, tenant, former), id)).data.trustDisbursement.status).toBe(
      "approved",
    );
  });

  test("who created the key that created the key", async () => {
    const maker = await createAttorney("Mia");
    const first = await createKey(tenant, { createdBy: member(maker) });
    const second = await createKey(tenant, {
      createdBy: { type: "integration_key", id: first.keyId, name: "First" },
      actingAttorneyId: await createAttorney("Ben"),
    });
    await expectRejected(await signInMember(server, tenant, maker), await requestBy(openApi(server, second.secret)));
  });
});

test("7. two keys of one person: what one asks for, no key approves, and their maker neither", async () => {
  const maker = await createAttorney("Mia");
  const [first, second] = [
    await createKey(tenant, { createdBy: member(maker) }),
    await createKey(tenant, { createdBy: member(maker), actingAttorneyId: await createAttorney("Ben") }),
  ];
  const id = await requestBy(openApi(server, first.secret));
  for (const status of ["approved", "rejected"]) {
    const reply = await openApi(server, second.secret).change("POST", `/trust-disbursements/${id}/transitions`, {
      status,
    });
    expect(reply.status).toBe(400);
  }
  // What the other key requests has the same maker behind it.
  await expectRejected(await signInMember(server, tenant, maker), await requestBy(openApi(server, second.secret)));
});

describe("7. an approval needs", () => {
  test("an attorney who is active", async () => {
    const id = (await createDisbursement(tenant)).disbursementId;
    const accountant = await signInApprover(server, tenant, {
      role: "trust_accountant",
      isAttorney: false,
      permissions: ["trust:approve"],
    });
    const { error } = await decide(accountant, id);
    expect([error?.data.code, error?.message]).toEqual(["FORBIDDEN", "Only an attorney can approve disbursements"]);
    // Who is no attorney may still reject.
    expect((await decide(accountant, id, { decision: "reject", note: "x" })).data.trustDisbursement.status).toBe(
      "rejected",
    );
  });

  test("the permission", async () => {
    const { disbursementId } = await createDisbursement(tenant);
    for (const role of ["paralegal", "trust_accountant", "settlement_coordinator", "billing"])
      expect(
        (await decide(await signInApprover(server, tenant, { role, isAttorney: false }), disbursementId)).error?.data
          .code,
      ).toBe("FORBIDDEN");
  });

  test("a second factor of the last ten minutes", async () => {
    const { disbursementId } = await createDisbursement(tenant);
    const without = await decide(await signInApprover(server, tenant, {}, false), disbursementId);
    expect([without.status, without.error?.data.reason]).toEqual([403, "enroll"]);
    const approver = await signInApprover(server, tenant);
    const confirmedAt = (minutes: number) =>
      server.services.database.withoutTenant
        .updateTable("Session")
        .set({ secondFactorAt: new Date(Date.now() - minutes * 60_000).toISOString() })
        .where("userId", "=", approver.userId)
        .execute();
    await confirmedAt(11);
    const late = await decide(approver, disbursementId);
    expect([late.status, late.error?.data.reason]).toEqual([403, "confirm"]);
    await confirmedAt(9);
    expect((await decide(approver, disbursementId)).data.trustDisbursement.status).toBe("approved");
  });
});

test("7. no path under /api/v1 approves: only the portal has the word, and neither bulk nor assistants have what asks", () => {
  const ofTrust = operations.filter(({ meta }) => meta.scope?.startsWith("trust:") === true);
  expect(ofTrust.length).toBeGreaterThanOrEqual(10);
  for (const { name, meta, input } of operations) {
    const emitted = [...(meta.emits ?? []), ...(meta.mayEmit ?? [])].map(String);
    expect(
      emitted.filter((type) => /^trust_disbursement\.(?:approved|rejected)$/u.test(type)),
      name,
    ).toEqual([]);
    if (!name.startsWith("trustDisbursements.")) continue;
    for (const status of ["approved", "rejected"])
      expect(input.safeParse({ trustDisbursementId: "trd_1", status }).success && meta.method !== "GET", name).toBe(
        false,
      );
  }
  for (const { name, meta } of ofTrust) {
    expect(meta.mcp, name).toBe("never");
    if (meta.method !== "GET") expect(meta.bulk, name).toBe(false);
  }
});

test("7. neither a bulk job nor an assistant gets a disbursement approved", async () => {
  const api = openApi(server, tenant.secret);
  const { disbursementId } = await createDisbursement(tenant);
  const job = await api.change("POST", "/bulk", {
    items: [
      {
        key: "1",
        operation: "trustDisbursements.transition",
        path: { trustDisbursementId: disbursementId },
        body: { status: "approved" },
      },
    ],
  });
  expect(job.status).toBe(400);
  const tool = await api.change("POST", "/trust-disbursements/decide", { trustDisbursementId: disbursementId });
  expect(tool.status).toBe(404);
});

test("the database keeps it, too: an approval by a person behind the request is rejected", async () => {
  const { disbursementId } = await createDisbursement(tenant);
  const approve = (persons: string[], isSoleApproval = false) =>
    changeRow(tenant, "TrustDisbursement", disbursementId, {
      status: "approved",
      decidedBy: member(tenant.attorneyId),
      decidedByPersons: persons,
      decidedAt: "2026-03-28T15:00:00Z",
      isSoleApproval,
    });
  await expect(approve([tenant.attorneyId])).rejects.toThrow("TrustDisbursement_two_persons");
  await expect(approve([])).rejects.toThrow("TrustDisbursement_two_persons");
  await expect(changeRow(tenant, "TrustDisbursement", disbursementId, { amountCents: 1 })).rejects.toThrow();
  await expect(changeRow(tenant, "TrustDisbursement", disbursementId, { requestedByPersons: ["x"] })).rejects.toThrow();
  await approve(["mem_other"]);
});

describe("a firm with one active attorney", () => {
  test("may switch the second person off, by its owner; its approvals say so, and end with the second attorney", async () => {
    const firm = await createTenant(server.services.database);
    const sole = await signInMember(server, firm, firm.attorneyId);
    const api = openApi(server, firm.secret);
    const id = await requestBy(api, firm);
    expect((await decide(sole, id)).error?.message).toBe(secondPerson);
    const change = { approval: "sole_attorney" };
    expect((await sole.portal.mutate("trustPolicy.edit", change)).error?.data.code).toBe("FORBIDDEN");
    const owner = await signInApprover(server, firm, { role: "owner", isAttorney: false });
    expect((await owner.portal.mutate("trustPolicy.edit", change)).status).toBe(200);
    expect((await decide(sole, id)).data.trustDisbursement).toMatchObject({
      status: "approved",
      isSoleApproval: true,
      decidedBy: { id: firm.attorneyId },
    });
    const another = await requestBy(api, firm);
    // Rejecting takes another person all the same: who asked cancels.
    expect((await decide(sole, another, { decision: "reject", note: "x" })).error?.message).toBe(secondPerson);
    const second = await signInApprover(server, firm);
    expect((await decide(sole, another)).error?.message).toBe(secondPerson);
    expect((await decide(second, another)).data.trustDisbursement).toMatchObject({ isSoleApproval: false });
  });
});
