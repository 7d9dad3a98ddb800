import { afterAll, expect, test } from "vitest";
import { createOidcClient, createPartnerKey, legacyScopes, revokeLegacyCredential } from "../../platform/identity/legacy-credentials.ts";
import type { Declaration } from "../../rpc/declarations.ts";
import { conform } from "./rules.ts";
import { createTenant } from "../harness/tenant.ts";
import { expectRejection, expectSuccess, subjects } from "./subject.ts";
import type { Changes, Stage } from "./subject.ts";
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

/** A client of the test's own, since what an issuer calls a client speaks for one organization in the world. */
async function mapSubject({ firm }: Pick<Stage, "firm">): Promise<{ id: string; subject: string }> {
  const subject = `partner ${firm.organizationId}`;
  const client = { name: "Referral network", issuer: provider.issuer, claim: "subject", value: subject } as const;
  return { id: await firm.inside((transaction) => createOidcClient(transaction, firm.organizationId, client)), subject };
}

const addPartnerKey = ({ firm }: Pick<Stage, "firm">) => firm.inside((transaction) => createPartnerKey(transaction, firm.organizationId, "Lead vendor"));

/** What the event says of who did it; nobody acts on behalf of an attorney. */
async function expectActor({ firm }: Stage, actor: { type: string; id: string; name: string }): Promise<void> {
  const event = (await readEvents(firm)).at(-1);
  expect(event?.actor).toEqual(actor);
  expect(event?.metadata).toMatchObject({ source: "api", credentialId: actor.id, onBehalfOfAttorneyId: null });
  expect((await readAuditEntries(firm)).at(-1)).toMatchObject({ actorType: actor.type, actorId: actor.id, actorName: actor.name });
}

/** A row: a token that the provider might have given out is answered with the one body of 401. */
const rejectedToken = (make: (subject: string) => Promise<string>) => ({
  when: takes,
  check: async (stage: Stage) => void expectRejection(await stage.call(by(await make((await mapSubject(stage)).subject))), "UNAUTHORIZED"),
});

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

test("the specification's four operations take legacy credentials, and no other", () => {
  const taking = subjects.map(({ declaration }) => declaration).filter(takes);
  expect(taking.map(({ name }) => name).toSorted()).toEqual(["cases.create", "cases.update", "leads.create", "leads.update"]);
});

conform(
  {
    "a partner key is taken, and is the actor": {
      when: takes,
      check: async (stage) => {
        const { id, secret } = await addPartnerKey(stage);
        const reply = expectSuccess(await stage.call({ secret }));
        expect(reply.headers).not.toHaveProperty("x-api-key-expires-at");
        expect(reply.headers["x-ratelimit-limit"]).toBeDefined();
        await expectActor(stage, { type: "partner_key", id, name: "Lead vendor" });
      },
    },
    "a bearer token is taken, and its client is the actor": {
      when: takes,
      check: async (stage) => {
        const { id, subject } = await mapSubject(stage);
        expectSuccess(await stage.call(by(await provider.sign({ sub: subject }))));
        await expectActor(stage, { type: "oidc_client", id, name: "Referral network" });
      },
    },
    "a live partner key and a good token are refused": {
      when: rejects,
      on: "class",
      check: async (stage) => {
        const { subject } = await mapSubject(stage);
        expectRejection(await stage.call({ secret: (await addPartnerKey(stage)).secret }), "UNAUTHORIZED");
        expectRejection(await stage.call(by(await provider.sign({ sub: subject }))), "UNAUTHORIZED");
      },
    },
    "a good token beside a good key is refused": {
      on: "class",
      shares: true,
      check: async (stage) => {
        const { subject } = await mapSubject(stage);
        const headers = { Authorization: `Bearer ${await provider.sign({ sub: subject })}` };
        expectRejection(await stage.call({ headers }), "UNAUTHORIZED");
      },
    },
    "a revoked credential is refused at the very next request": {
      when: takes,
      check: async (stage) => {
        const { organizationId } = stage.firm;
        const [key, client] = [await addPartnerKey(stage), await mapSubject(stage)];
        const token = await provider.sign({ sub: client.subject });
        for (const id of [key.id, client.id]) await stage.firm.inside((transaction) => revokeLegacyCredential(transaction, organizationId, id, "over"));
        expectRejection(await stage.call({ secret: key.secret }), "UNAUTHORIZED");
        expectRejection(await stage.call(by(token)), "UNAUTHORIZED");
      },
    },
    "an expired partner key is refused": {
      when: takes,
      check: async (stage) => {
        const { id, secret } = await addPartnerKey(stage);
        const expiresAt = new Date(Date.now() - 1_000).toISOString();
        await stage.firm.inside((transaction) => transaction.updateTable("LegacyCredential").set({ expiresAt }).where("id", "=", id).execute());
        expectRejection(await stage.call({ secret }), "UNAUTHORIZED");
      },
    },
    "a credential without the scope is refused": {
      when: takes,
      check: async (stage) => {
        const { id, secret } = await addPartnerKey(stage);
        const scopes = legacyScopes.filter((scope) => scope !== stage.declaration.meta.scope);
        await stage.firm.inside((transaction) => transaction.updateTable("LegacyCredential").set({ scopes }).where("id", "=", id).execute());
        expectRejection(await stage.call({ secret }), "FORBIDDEN");
      },
    },
    "another organization's record looks like an unknown one": {
      when: (declaration) => takes(declaration) && declaration.pathParameters.length > 0,
      check: async (stage) => {
        const { secret } = await addPartnerKey(stage);
        const [name = ""] = stage.arranged.recordParameters;
        const unknown = expectRejection(await stage.call({ secret, pathValues: { [name]: "unknown" } }), "NOT_FOUND");
        const theirs = await stage.arrangeAnother(await createTenant(stage.server.services.database));
        const foreign = await stage.call({ secret, pathValues: { [name]: theirs.pathValues[name] ?? "" } });
        expect(foreign.text).toBe(unknown.text);
      },
    },
    "a repetition under one idempotency key is a replay, where the operation knows them": {
      when: (declaration) => takes(declaration) && declaration.meta.idempotency === "required",
      check: async (stage) => {
        const { secret } = await addPartnerKey(stage);
        const first = expectSuccess(await stage.call({ secret, idempotencyKey: "once" }));
        const again = expectSuccess(await stage.call({ secret, idempotencyKey: "once" }));
        expect([again.text, again.headers["idempotent-replayed"]]).toEqual([first.text, "true"]);
      },
    },
    "a token of an unknown client is refused": { when: takes, check: async (stage) => void expectRejection(await stage.call(by(await provider.requestToken("stranger"))), "UNAUTHORIZED") },
    "a token of another issuer is refused": rejectedToken((sub) => stranger.sign({ sub })),
    "a token of another issuer that claims to be ours is refused": rejectedToken((sub) => stranger.sign({ sub, iss: provider.issuer })),
    "a token for another audience is refused": rejectedToken((sub) => provider.sign({ sub, aud: "https://other.example" })),
    "an expired token is refused": rejectedToken((sub) => provider.sign({ sub, exp: Math.floor(Date.now() / 1_000) - 3_600 })),
    "a token without signature is refused": rejectedToken(
      async (sub) => `${encode({ alg: "none" })}.${encode({ iss: provider.issuer, aud: provider.audience, sub, exp: Math.floor(Date.now() / 1_000) + 60 })}.`,
    ),
    "a token whose client and subject speak for two is refused": {
      when: takes,
      check: async (stage) => {
        const { subject } = await mapSubject(stage);
        const value = `client of ${stage.firm.organizationId}`;
        const client = { name: "Another", issuer: provider.issuer, claim: "client", value } as const;
        await stage.firm.inside((transaction) => createOidcClient(transaction, stage.firm.organizationId, client));
        expectRejection(await stage.call(by(await provider.sign({ sub: subject, client_id: value }))), "UNAUTHORIZED");
      },
    },
  },
  { tokenIssuer: { issuer: provider.issuer, audience: provider.audience, keySetUrl: null } },
);
