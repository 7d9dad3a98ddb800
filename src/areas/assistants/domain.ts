import { codeSeconds, connectableScopes, suggestedScopes } from "../../contract/assistants.ts";
import { AppError, invalidInput, invalidState } from "../../contract/errors/error-codes.ts";
import { optInScopes } from "../../contract/mcp.ts";
import { needsActingAttorney } from "../../contract/scopes.ts";
import { createId } from "../../platform/database/ids.ts";
import { createSecretWithPrefix } from "../../platform/identity/credentials/integration-key.ts";
import type { Context } from "../../rpc/context.ts";
import { issueKey } from "../service-accounts/domain.creation.ts";
import { issueUnknownSecret } from "../service-accounts/domain.secrets.ts";
import { hostOf, isOnMachine } from "./domain.clients.ts";
import { openRequest, writeResponseUrl } from "./domain.requests.ts";
import type { Consent, ShownRequest } from "./schema.ts";
import { allowsHostedAssistants, insertConnection, insertTokens } from "./store.ts";

const day = 86_400_000;

/**
 * What a client asks for, as the consent page shows it.
 *
 * @throws VALIDATION_FAILED for a request that has expired, or that this server did not make
 */
export async function describeRequest(context: Context, encrypted: string): Promise<ShownRequest> {
  const request = open(context, encrypted);
  const asked = new Set(request.scopes.length === 0 ? suggestedScopes : request.scopes);
  const isAttorney = context.principal.actingAttorneyActive;
  const offered = connectableScopes.filter((scope) => isAttorney || !needsActingAttorney(scope));
  return {
    clientName: request.clientName,
    host: hostOf(request.redirectUri),
    publishedBy: request.publishedBy,
    isOnMachine: isOnMachine(request.redirectUri),
    resourcePath: request.resourcePath,
    isAllowed: await allowsHostedAssistants(context),
    scopes: offered.map((scope) => ({
      scope,
      isSensitive: optInScopes.has(scope),
      // A person alone selects what is sensitive, whatever the client requests.
      isSuggested: asked.has(scope) && !optInScopes.has(scope),
    })),
    forAttorneys: connectableScopes.filter((scope) => !offered.includes(scope)),
    declineUrl: writeResponseUrl(request, { error: "access_denied", error_description: "The person declined" }),
  };
}

/**
 * Connects an assistant as the member decided: a key with the chosen scopes, and a code with which the client gets its
 * tokens.
 *
 * @returns where the person returns to the client
 * @throws INVALID_STATE_TRANSITION if the firm does not allow hosted assistants; VALIDATION_FAILED for the request, or
 *   at `scopes`
 */
export async function connectAssistant(
  context: Context,
  { request: encrypted, scopes, days }: Consent,
): Promise<{ redirectTo: string }> {
  const { principal } = context;
  if (principal.kind !== "member") throw new AppError("FORBIDDEN", "Only a member can connect an assistant");
  const request = open(context, encrypted);
  if (!(await allowsHostedAssistants(context)))
    throw invalidState(
      "Hosted assistants are turned off. An administrator of the firm can turn them on in its settings",
    );
  const needsAttorney = scopes.some(needsActingAttorney);
  if (needsAttorney && principal.actingAttorneyId === null)
    throw invalidInput({
      path: "scopes",
      message: "only an attorney can give a scope that acts on an attorney’s behalf",
    });
  const { serviceAccount } = await issueKey(
    context,
    {
      name: `Assistant: ${request.clientName}`,
      description: `Connected from ${hostOf(request.redirectUri)}`,
      ownerMemberId: principal.memberId,
      tags: [],
      scopes,
      actingAttorneyId: needsAttorney ? principal.actingAttorneyId : null,
      validUntil: new Date(Date.now() + days * day).toISOString(),
      reportIncludeChildOrganizations: false,
      mcpSensitiveRecords: scopes.some((scope) => optInScopes.has(scope)),
      webhookAllowedHosts: [],
      allowedNetworks: [],
      vendorContactId: null,
    },
    issueUnknownSecret,
  );
  const connection = { id: createId("assistantConnection"), keyId: serviceAccount.id };
  const { clientDigest, redirectUri, codeChallenge, resourcePath } = request;
  await insertConnection(context, {
    ...connection,
    memberId: principal.memberId,
    prefix: serviceAccount.keyPrefix,
    clientDigest: Buffer.from(clientDigest, "base64url"),
    redirectUri,
    codeChallenge,
    resourcePath,
  });
  const code = createSecretWithPrefix(serviceAccount.keyPrefix);
  const expiresAt = new Date(Date.parse(serviceAccount.createdAt) + codeSeconds * 1_000).toISOString();
  await insertTokens(context, connection.id, [{ kind: "code", digest: code.digest, expiresAt }]);
  return { redirectTo: writeResponseUrl(request, { code: code.secret }) };
}

function open({ installationKeys }: Context, encrypted: string) {
  if (installationKeys === undefined) throw new Error("a request is opened without the installation's keys");
  return openRequest(installationKeys, encrypted);
}
