import { randomUUID } from "node:crypto";
import { expect, type APIRequestContext, type APIResponse } from "@playwright/test";

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

/**
 * Asks again while too much of the same is running, as an integration does: the server runs three reports of a firm at
 * a time, and other tests run theirs. Also after a 503, by which a busy machine says that no connection was free.
 */
export async function askUntilFree(ask: () => Promise<APIResponse>): Promise<APIResponse> {
  let response = await ask();
  await expect(async () => {
    if ([429, 503].includes(response.status())) response = await ask();
    expect([429, 503]).not.toContain(response.status());
  }).toPass({ intervals: [500], timeout: 90_000 });
  return response;
}
