import { documentsPath } from "./feed.ts";
import type { LoadRequest } from "./load.ts";
import type { BenchSetup } from "./stage.ts";

/** The requests whose cost is asked for. */
export interface MeasuredRequests {
  getCase: LoadRequest[];
  /** Changes a phone number; over many clients, with a key of its own each time. */
  patchClient: LoadRequest[];
  firstPage: LoadRequest[];
}

export function describeRequests({ secret, caseId, clientIds }: BenchSetup): MeasuredRequests {
  const headers = { "x-api-key": secret };
  return {
    getCase: [{ method: "GET", path: `/api/v1/cases/${caseId}`, headers }],
    patchClient: describeChanges(secret, clientIds),
    firstPage: [{ method: "GET", path: documentsPath, headers }],
  };
}

/** One request for each client: another phone number. */
export function describeChanges(secret: string, clientIds: readonly string[]): LoadRequest[] {
  return clientIds.map((clientId) => ({
    method: "PATCH",
    path: `/api/v1/clients/${clientId}`,
    headers: { "x-api-key": secret },
    body: '{"phone":"555-#"}',
    freshKey: true,
  }));
}

/** The mix for the memory: of eleven requests eight GET case, two PATCH client, one feed page. */
export function mixRequests({ getCase, patchClient, firstPage }: MeasuredRequests): LoadRequest[] {
  const reads = [getCase, getCase, getCase, getCase].flat();
  return patchClient.flatMap((patch) => [...reads, patch, ...reads, patch, ...firstPage]);
}

/** Creates one folder through the API: its event is the pattern for the feed. */
export async function createFolder(baseUrl: string, { secret, caseId }: BenchSetup): Promise<void> {
  const response = await fetch(`${baseUrl}/api/v1/cases/${caseId}/folders`, {
    method: "POST",
    headers: { "x-api-key": secret, "x-idempotency-key": "bench", "content-type": "application/json" },
    body: JSON.stringify({ name: "Medical records" }),
  });
  if (response.status !== 201) throw new Error(`The bench's folder was refused: ${response.status} ${await response.text()}`);
}

/** Sends each request once and throws with the response when one is not served: a measurement of rejections would mislead. */
export async function tryRequest(baseUrl: string, { method, path, headers, body, freshKey }: LoadRequest): Promise<void> {
  const response = await fetch(`${baseUrl}${path}`, {
    method,
    headers: {
      ...headers,
      ...(freshKey === true && { "x-idempotency-key": `try ${path}` }),
      ...(body !== undefined && { "content-type": "application/json" }),
    },
    ...(body !== undefined && { body: body.replace("#", "0") }),
  });
  const text = await response.text();
  if (response.status !== 200 || text.length < 20) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
}
