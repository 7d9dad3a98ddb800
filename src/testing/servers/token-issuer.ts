import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { randomUUID } from "node:crypto";
import { exportJWK, generateKeyPair, importJWK, SignJWT, type JWK } from "jose";
import { Provider } from "oidc-provider";

/** A real OpenID Connect provider on loopback, whose clients get JWT access tokens by the client-credentials grant. */
export interface TestIssuer {
  issuer: string;
  audience: string;
  /** A token as the provider itself gives it to this client. */
  requestToken(clientId: string, audience?: string): Promise<string>;
  /** A token by the provider's present key, with claims of the test's choice over good ones. */
  sign(claims: Record<string, unknown>, header?: { alg?: string; kid?: string }): Promise<string>;
  /** The provider goes on with a new key; the old one is gone from its key set. */
  rotateKeys(): Promise<void>;
  /** The paths of the requests that it received, in order. */
  requests: string[];
  /** Responds with 503 to everything while it is true. */
  isAway: boolean;
  close(): Promise<void>;
}

/** The clients that every test issuer knows, and their secret. */
const clients = ["partner-portal", "stranger"];
const clientSecret = "a client secret of a test";

async function makeKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  return { ...(await exportJWK(privateKey)), kid: randomUUID(), alg: "RS256", use: "sig" };
}

export async function startTokenIssuer(audience = "https://api.caseport.test"): Promise<TestIssuer> {
  let listener: (...given: Parameters<RequestListener>) => unknown = () => undefined;
  let key = await makeKey();
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(request.url ?? "");
    if (self.isAway) return void response.writeHead(503).end();
    void listener(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provide = () => {
    listener = describeProvider(issuer, key).callback();
  };
  provide();
  const self: TestIssuer = {
    issuer,
    audience,
    requests,
    isAway: false,
    requestToken: async (clientId, wanted = audience) => {
      const response = await fetch(`${issuer}/token`, {
        method: "POST",
        headers: {
          Authorization: `Basic ${Buffer.from(`${clientId}:${encodeURIComponent(clientSecret)}`).toString("base64")}`,
        },
        body: new URLSearchParams({ grant_type: "client_credentials", resource: wanted }),
      });
      const { access_token: token } = (await response.json()) as { access_token?: string };
      if (token === undefined) throw new Error("the provider gave no token");
      return token;
    },
    sign: async (claims, header = {}) =>
      new SignJWT({ iss: issuer, aud: audience, client_id: "partner-portal", sub: "partner-portal", ...claims })
        .setProtectedHeader({ alg: "RS256", typ: "at+jwt", kid: key.kid ?? "", ...header })
        .setIssuedAt()
        .setExpirationTime((claims["exp"] as number | undefined) ?? "5 minutes")
        .sign(await importJWK(key, "RS256")),
    rotateKeys: async () => {
      key = await makeKey();
      provide();
    },
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  };
  return self;
}

function describeProvider(issuer: string, key: JWK): Provider {
  return new Provider(issuer, {
    jwks: { keys: [key] },
    clients: clients.map((id) => ({
      client_id: id,
      client_secret: clientSecret,
      grant_types: ["client_credentials"],
      redirect_uris: [],
      response_types: [],
      token_endpoint_auth_method: "client_secret_basic",
    })),
    features: {
      clientCredentials: { enabled: true },
      devInteractions: { enabled: false },
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo: (_context, resource) => ({
          scope: "",
          audience: resource,
          accessTokenFormat: "jwt",
          jwt: { sign: { alg: "RS256" } },
        }),
      },
    },
  });
}
