import { afterAll, expect, test } from "vitest";
import {
  createOidcClient,
  createPartnerKey,
  legacyScopes,
  revokeLegacyCredential,
} from "../../platform/identity/credentials/legacy-credentials.ts";
import type { Declaration } from "../../rpc/declarations.ts";
import { conform } from "./rules.ts";
import { changeRow, createTenant } from "../harness/tenant.ts";
import { expectRejection, expectSuccess, subjects, type Changes, type SubjectHarness } from "./subject.ts";
import { startTokenIssuer } from "../servers/token-issuer.ts";
import { readAuditEntries, readEvents } from "../harness/traces.ts";

const provider = await startTokenIssuer();
const stranger = await startTokenIssuer();
afterAll(async () => {
  await provider.close();
  await stranger.close();
});

const takes = ({ meta }: Declaration) => meta.legacyCredentials === true;
const rejects = (declaration: Declaration) => !takes(declaration);
const by = (token: string): Changes => ({ secret: null, headers: { Authorization: `Bearer ${token}` } });

/** A new client per test, because an issuer's client belongs to one organization. */
async function mapSubject({ tenant }: Pick<SubjectHarness, "tenant">): Promise<{ id: string; subject: string }> {
  const subject = `partner ${tenant.organizationId}`;
  const client = { name: "Referral network", issuer: provider.issuer, claim: "subject", value: subject } as const;
  return {
    id: await tenant.inside((transaction) => createOidcClient(transaction, tenant.organizationId, client)),
    subject,
  };
}

const addPartnerKey = ({ tenant }: Pick<SubjectHarness, "tenant">) =>
  tenant.inside((transaction) => createPartnerKey(transaction, tenant.organizationId, "Lead vendor"));

/** What the event says of who did it; nobody acts on behalf of an attorney. */
async function expectActor(
  { tenant }: SubjectHarness,
  actor: { type: string; id: string; name: string },
): Promise<void> {
  const event = (await readEvents(tenant)).at(-1);
  expect(event?.actor).toEqual(actor);
  expect(event?.metadata).toMatchObject({ source: "api", credentialId: actor.id, onBehalfOfAttorneyId: null });
  expect((await readAuditEntries(tenant)).at(-1)).toMatchObject({
    actorType: actor.type,
    actorId: actor.id,
    actorName: actor.name,
  });
}

/** A row: a token that the provider might have given out fails with the one body of 401. */
const rejectedToken = (make: (subject: string) => Promise<string>) => ({
  when: takes,
  check: async (harness: SubjectHarness) =>
    void expectRejection(await harness.call(by(await make((await mapSubject(harness)).subject))), "UNAUTHORIZED"),
});

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

test("exactly the specification's four operations accept legacy credentials", () => {
  const taking = subjects.map(({ declaration }) => declaration).filter(takes);
  expect(taking.map(({ name }) => name).toSorted()).toEqual([
    "cases.create",
    "cases.update",
    "leads.create",
    "leads.update",
  ]);
});

conform(
  {
    "a partner key is accepted and recorded as the actor": {
      when: takes,
      check: async (harness) => {
        const { id, secret } = await addPartnerKey(harness);
        const reply = expectSuccess(await harness.call({ secret }));
        expect(reply.headers).not.toHaveProperty("x-api-key-expires-at");
        expect(reply.headers["x-ratelimit-limit"]).toBeDefined();
        await expectActor(harness, { type: "partner_key", id, name: "Lead vendor" });
      },
    },
    "a bearer token is accepted, and its client is recorded as the actor": {
      when: takes,
      check: async (harness) => {
        const { id, subject } = await mapSubject(harness);
        expectSuccess(await harness.call(by(await provider.sign({ sub: subject }))));
        await expectActor(harness, { type: "oidc_client", id, name: "Referral network" });
      },
    },
    "a valid partner key together with a valid token is rejected": {
      when: rejects,
      on: "class",
      check: async (harness) => {
        const { subject } = await mapSubject(harness);
        expectRejection(await harness.call({ secret: (await addPartnerKey(harness)).secret }), "UNAUTHORIZED");
        expectRejection(await harness.call(by(await provider.sign({ sub: subject }))), "UNAUTHORIZED");
      },
    },
    "a valid token together with a valid key is rejected": {
      on: "class",
      shares: true,
      check: async (harness) => {
        const { subject } = await mapSubject(harness);
        const headers = { Authorization: `Bearer ${await provider.sign({ sub: subject })}` };
        expectRejection(await harness.call({ headers }), "UNAUTHORIZED");
      },
    },
    "a revoked credential is rejected at the very next request": {
      when: takes,
      check: async (harness) => {
        const { organizationId } = harness.tenant;
        const [key, client] = [await addPartnerKey(harness), await mapSubject(harness)];
        const token = await provider.sign({ sub: client.subject });
        for (const id of [key.id, client.id])
          await harness.tenant.inside((transaction) => revokeLegacyCredential(transaction, organizationId, id, "over"));
        expectRejection(await harness.call({ secret: key.secret }), "UNAUTHORIZED");
        expectRejection(await harness.call(by(token)), "UNAUTHORIZED");
      },
    },
    "an expired partner key is rejected": {
      when: takes,
      check: async (harness) => {
        const { id, secret } = await addPartnerKey(harness);
        const expiresAt = new Date(Date.now() - 1_000).toISOString();
        await changeRow(harness.tenant, "LegacyCredential", id, { expiresAt });
        expectRejection(await harness.call({ secret }), "UNAUTHORIZED");
      },
    },
    "a credential without the scope is rejected": {
      when: takes,
      check: async (harness) => {
        const { id, secret } = await addPartnerKey(harness);
        const scopes = legacyScopes.filter((scope) => scope !== harness.declaration.meta.scope);
        await changeRow(harness.tenant, "LegacyCredential", id, { scopes });
        expectRejection(await harness.call({ secret }), "FORBIDDEN");
      },
    },
    "another organization's record is not found, like an unknown one": {
      when: (declaration) => takes(declaration) && declaration.pathParameters.length > 0,
      check: async (harness) => {
        const { secret } = await addPartnerKey(harness);
        const [name = ""] = harness.arranged.recordParameters;
        const unknown = expectRejection(await harness.call({ secret, pathValues: { [name]: "unknown" } }), "NOT_FOUND");
        const theirs = await harness.arrangeAnother(await createTenant(harness.server.services.database));
        const foreign = await harness.call({ secret, pathValues: { [name]: theirs.pathValues[name] ?? "" } });
        expect(foreign.text).toBe(unknown.text);
      },
    },
    "a repeated request with the same idempotency key is replayed where the operation requires one": {
      when: (declaration) => takes(declaration) && declaration.meta.idempotency === "required",
      check: async (harness) => {
        const { secret } = await addPartnerKey(harness);
        const first = expectSuccess(await harness.call({ secret, idempotencyKey: "once" }));
        const again = expectSuccess(await harness.call({ secret, idempotencyKey: "once" }));
        expect([again.text, again.headers["idempotent-replayed"]]).toEqual([first.text, "true"]);
      },
    },
    "a token of an unknown client is rejected": {
      when: takes,
      check: async (harness) =>
        void expectRejection(await harness.call(by(await provider.requestToken("stranger"))), "UNAUTHORIZED"),
    },
    "a token of another issuer is rejected": rejectedToken((sub) => stranger.sign({ sub })),
    "a token of another issuer that claims to be ours is rejected": rejectedToken((sub) =>
      stranger.sign({ sub, iss: provider.issuer }),
    ),
    "a token for another audience is rejected": rejectedToken((sub) =>
      provider.sign({ sub, aud: "https://other.example" }),
    ),
    "an expired token is rejected": rejectedToken((sub) =>
      provider.sign({ sub, exp: Math.floor(Date.now() / 1_000) - 3_600 }),
    ),
    "a token without signature is rejected": rejectedToken(
      async (sub) =>
        `${encode({ alg: "none" })}.${encode({ iss: provider.issuer, aud: provider.audience, sub, exp: Math.floor(Date.now() / 1_000) + 60 })}.`,
    ),
    "a token whose client and subject belong to two organizations is rejected": {
      when: takes,
      check: async (harness) => {
        const { subject } = await mapSubject(harness);
        const value = `client of ${harness.tenant.organizationId}`;
        const client = { name: "Another", issuer: provider.issuer, claim: "client", value } as const;
        await harness.tenant.inside((transaction) =>
          createOidcClient(transaction, harness.tenant.organizationId, client),
        );
        expectRejection(
          await harness.call(by(await provider.sign({ sub: subject, client_id: value }))),
          "UNAUTHORIZED",
        );
      },
    },
  },
  { tokenIssuer: { issuer: provider.issuer, audience: provider.audience, keySetUrl: null } },
);
