import { randomUUID } from "node:crypto";
import type { APIRequestContext, APIResponse } from "@playwright/test";

const base = "/api/v1";

/** An integration's client: the key in every request, a fresh idempotency key in every mutation. */
export interface Client {
  get(path: string): Promise<APIResponse>;
  send(method: string, path: string, data?: object, idempotencyKey?: string): Promise<APIResponse>;
}

export function openClient(request: APIRequestContext, secret: string): Client {
  const headers = { "x-api-key": secret };
  return {
    get: (path) => request.get(`${base}${path}`, { headers }),
    send: (method, path, data, idempotencyKey = randomUUID()) =>
      request.fetch(`${base}${path}`, {
        method,
        headers: { ...headers, "X-Idempotency-Key": idempotencyKey },
        ...(data && { data }),
      }),
  };
}
