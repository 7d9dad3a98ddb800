import type { IncomingMessage } from "node:http";
import { toolPath } from "../../contract/mcp.ts";
import { AppError } from "../../contract/errors/error-codes.ts";
import { readSignedBody } from "../request/read-body.ts";
import type { HttpResponse } from "../request/response.ts";

const maxBytes = 16_384;

/** Error codes of RFC 6749 5.2, RFC 7591 3.2.2 and RFC 8707 2. */
export type OauthErrorCode =
  | "invalid_request"
  | "invalid_client"
  | "invalid_grant"
  | "unsupported_grant_type"
  | "invalid_target"
  | "invalid_redirect_uri"
  | "invalid_client_metadata";

/** A rejection in the form that clients of OAuth read. The description never has a value of the request. */
export class OauthError extends Error {
  readonly code: OauthErrorCode;

  constructor(code: OauthErrorCode, description: string) {
    super(description);
    this.name = "OauthError";
    this.code = code;
  }
}

export function respondWithOauthError({ code, message }: OauthError): HttpResponse {
  return respondWithJson(400, { error: code, error_description: message });
}

export function respondWithJson(status: number, body: object): HttpResponse {
  return { status, headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
}

/** Parameters of which each is given once: RFC 6749 3.1 and 3.2. An empty one counts as absent. */
export interface Parameters {
  /** @throws OauthError invalid_request if it is given twice */
  find(name: string): string | null;
  /** @throws OauthError invalid_request if it is missing or given twice */
  get(name: string): string;
}

export function readParameters(text: string): Parameters {
  const sent = new URLSearchParams(text);
  const find = (name: string): string | null => {
    const [value = "", ...others] = sent.getAll(name);
    if (others.length > 0) throw new OauthError("invalid_request", `${name} is given twice`);
    return value === "" ? null : value;
  };
  return {
    find,
    get: (name) => {
      const value = find(name);
      if (value === null) throw new OauthError("invalid_request", `${name} is missing`);
      return value;
    },
  };
}

/** @throws UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE */
export async function readForm(request: IncomingMessage): Promise<Parameters> {
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(request.headers["content-type"] ?? ""))
    throw new AppError("UNSUPPORTED_MEDIA_TYPE", "The body must be application/x-www-form-urlencoded", {
      headers: { Connection: "close" },
    });
  return readParameters((await readSignedBody(request, maxBytes)).toString());
}

/**
 * The path of the tools that a client names as the resource of its token: RFC 8707 2.
 *
 * @returns null if it names none
 * @throws OauthError invalid_target for what is not a path of tools of this server
 */
export function readResourcePath(parameters: Parameters, baseUrl: string): string | null {
  const resource = parameters.find("resource");
  if (resource === null) return null;
  const path = resource.startsWith(`${baseUrl}/`) ? resource.slice(baseUrl.length).replace(/\/$/, "") : "";
  if (!toolPath.test(path)) throw new OauthError("invalid_target", "resource must be the URL of this server's tools");
  return path;
}
