import { createHmac, createPublicKey } from "node:crypto";
import { exportSPKI, importJWK } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTokenIssuer, type TestIssuer } from "../../../testing/servers/token-issuer.ts";
import { clockToleranceSeconds, createBearerTokens, type BearerTokens } from "./bearer-tokens.ts";

let provider: TestIssuer;
let stranger: TestIssuer;
let tokens: BearerTokens;

beforeAll(async () => {
  provider = await startTokenIssuer();
  stranger = await startTokenIssuer();
  tokens = createBearerTokens({ issuer: provider.issuer, audience: provider.audience, keySetUrl: null });
});
afterAll(async () => {
  await provider.close();
  await stranger.close();
});

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
const now = () => Math.floor(Date.now() / 1_000);

describe("a token of the provider", () => {
  test("is accepted and identifies its client and subject", async () => {
    expect(await tokens.verify(await provider.requestToken("partner-portal"))).toMatchObject({
      issuer: provider.issuer,
      client: "partner-portal",
    });
  });

  test("is verified with keys fetched once", async () => {
    const before = provider.requests.filter((path) => path.startsWith("/jwks")).length;
    for (let turn = 0; turn < 5; turn += 1) expect(await tokens.verify(await provider.sign({}))).not.toBeNull();
    expect(provider.requests.filter((path) => path.startsWith("/jwks"))).toHaveLength(before);
  });

  test("names the client by client_id, else azp, and the subject by sub", async () => {
    expect(
      await tokens.verify(await provider.sign({ client_id: undefined, azp: "other", sub: "user-1" })),
    ).toMatchObject({ client: "other", subject: "user-1" });
    expect(await tokens.verify(await provider.sign({ client_id: undefined, sub: undefined }))).toMatchObject({
      client: null,
      subject: null,
    });
  });

  test("is accepted within the clock tolerance, and not beyond", async () => {
    const margin = 10;
    expect(await tokens.verify(await provider.sign({ exp: now() - clockToleranceSeconds + margin }))).not.toBeNull();
    expect(await tokens.verify(await provider.sign({ exp: now() - clockToleranceSeconds - margin }))).toBeNull();
    expect(await tokens.verify(await provider.sign({ nbf: now() + clockToleranceSeconds - margin }))).not.toBeNull();
    expect(await tokens.verify(await provider.sign({ nbf: now() + clockToleranceSeconds + margin }))).toBeNull();
  });
});

describe("a token is rejected", () => {
  test.each<[string, () => Promise<string>]>([
    ["another issuer's token", () => stranger.requestToken("partner-portal")],
    ["another issuer's token that claims to be this one's", () => stranger.sign({ iss: provider.issuer })],
    ["another audience", () => provider.requestToken("partner-portal", "https://other.example")],
    ["no audience", () => provider.sign({ aud: undefined })],
    ["expired", () => provider.sign({ exp: now() - 3_600 })],
    [
      "the algorithm none",
      async () =>
        `${encode({ alg: "none" })}.${encode({ iss: provider.issuer, aud: provider.audience, exp: now() + 60, client_id: "partner-portal" })}.`,
    ],
    ["no signature", async () => `${(await provider.sign({})).split(".").slice(0, 2).join(".")}.`],
    [
      "a changed payload",
      async () => {
        const [header, , signature] = (await provider.sign({})).split(".");
        return `${header}.${encode({ iss: provider.issuer, aud: provider.audience, exp: now() + 60, client_id: "stranger" })}.${signature}`;
      },
    ],
    ["the public key taken for a shared secret", forgeWithPublicKey],
    ["text that is no token", async () => "cpk_00000000_x"],
    ["an empty token", async () => ""],
    ["a token of more than 8 KiB", () => provider.sign({ note: "x".repeat(9_000) })],
  ])("%s", async (_, make) => {
    expect(await tokens.verify(await make())).toBeNull();
  });

  test("without an expiry", async () => {
    const token = await provider.sign({});
    const [header] = token.split(".");
    expect(await tokens.verify(`${header}.${encode({ iss: provider.issuer, aud: provider.audience })}.x`)).toBeNull();
  });

  test("for another issuer, without fetching keys", async () => {
    const fresh = createBearerTokens({ issuer: provider.issuer, audience: provider.audience, keySetUrl: null });
    const before = provider.requests.length;
    expect(await fresh.verify(await stranger.sign({}))).toBeNull();
    expect(provider.requests).toHaveLength(before);
  });
});

/** The classical confusion: HS256 with the provider's public key, which everybody has, as the secret. */
async function forgeWithPublicKey(): Promise<string> {
  const response = await fetch(`${provider.issuer}/jwks`);
  const { keys } = (await response.json()) as { keys: { kid: string; kty: string; n: string; e: string }[] };
  const [key] = keys;
  if (key === undefined) throw new Error("the provider has no key");
  const pem = await exportSPKI((await importJWK({ ...key, alg: "RS256" }, "RS256")) as CryptoKey);
  expect(createPublicKey(pem).asymmetricKeyType).toBe("rsa");
  const body = `${encode({ alg: "HS256", kid: key.kid })}.${encode({ iss: provider.issuer, aud: provider.audience, exp: now() + 60, client_id: "partner-portal" })}`;
  return `${body}.${createHmac("sha256", pem).update(body).digest("base64url")}`;
}

describe("after the provider rotates its key", () => {
  /** A provider and a check that has read its keys already. */
  async function readBefore(cooldown?: number): Promise<{ own: TestIssuer; verifier: BearerTokens; old: string }> {
    const own = await startTokenIssuer();
    const verifier = createBearerTokens({ issuer: own.issuer, audience: own.audience, keySetUrl: null }, cooldown);
    const old = await own.sign({});
    expect(await verifier.verify(old)).not.toBeNull();
    await own.rotateKeys();
    return { own, verifier, old };
  }
  const countReads = ({ requests }: TestIssuer) => requests.filter((path) => path.startsWith("/jwks")).length;

  test("the new key is fetched, and the old one is no longer accepted", async () => {
    const { own, verifier, old } = await readBefore(0);
    expect(await verifier.verify(await own.sign({}))).not.toBeNull();
    expect(countReads(own)).toBe(2);
    expect(await verifier.verify(old)).toBeNull();
    await own.close();
  });

  test("keys are fetched at most once per interval, however many unknown key IDs are sent", async () => {
    const { own, verifier } = await readBefore();
    for (let turn = 0; turn < 20; turn += 1)
      expect(await verifier.verify(await own.sign({}, { kid: `made-up-${turn}` }))).toBeNull();
    expect(countReads(own)).toBe(1);
    await own.close();
  });
});

test("while the provider is unavailable a token is not reported as invalid", async () => {
  const own = await startTokenIssuer();
  own.isAway = true;
  const token = await own.sign({});
  const discovering = createBearerTokens({ issuer: own.issuer, audience: own.audience, keySetUrl: null });
  const configured = createBearerTokens({
    issuer: own.issuer,
    audience: own.audience,
    keySetUrl: `${own.issuer}/jwks`,
  });
  for (const verifier of [discovering, configured])
    await expect(verifier.verify(token)).rejects.toMatchObject({ code: "INTERNAL_ERROR", status: 503 });
  own.isAway = false;
  for (const verifier of [discovering, configured]) expect(await verifier.verify(token)).not.toBeNull();
  await own.close();
});
