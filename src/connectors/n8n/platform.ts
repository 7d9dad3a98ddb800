import type { Json } from "../call.ts";
import type { HttpMethod } from "../transport.ts";

// What the nodes use of n8n. Its own types come with n8n-workflow, which the tests compile the package against: that
// package is not among the product's.

export interface NodeReference {
  id: string;
  name: string;
}

export interface HttpOptions {
  method: HttpMethod;
  url: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
  returnFullResponse: true;
  ignoreHttpStatusErrors: true;
  disableFollowRedirect: true;
}

interface FullResponse {
  statusCode: number;
  headers: Json;
  body: unknown;
}

export interface Context {
  getNode(): NodeReference;
  getCredentials(type: string): Promise<Json>;
  getTimezone(): string;
  helpers: {
    httpRequestWithAuthentication(this: unknown, credentials: string, options: HttpOptions): Promise<FullResponse>;
  };
}

export interface StepContext extends Context {
  getInputData(): { json: Json; binary?: Json }[];
  getNodeParameter(name: string, itemIndex: number, fallback?: unknown): unknown;
  getExecutionId(): string;
  getInstanceId(): string;
  getWorkflow(): { id?: string | undefined };
  evaluateExpression(expression: string, itemIndex: number): unknown;
  continueOnFail(): boolean;
  helpers: Context["helpers"] & {
    assertBinaryData(itemIndex: number, name: string): { fileName?: string | undefined; mimeType: string };
    getBinaryDataBuffer(itemIndex: number, name: string): Promise<Buffer>;
  };
}

export interface TriggerContext extends Context {
  getNodeParameter(name: string, fallback?: unknown): unknown;
  getWorkflowStaticData(type: "node"): Json;
  getWorkflow(): { id?: string | undefined; name?: string | undefined };
}

export interface HookContext extends TriggerContext {
  getNodeWebhookUrl(name: "default"): string | undefined;
}

export interface DeliveryContext extends TriggerContext {
  getRequestObject(): { headers: Record<string, string | string[] | undefined>; rawBody?: unknown };
  getResponseObject(): { status(code: number): { json(body: unknown): unknown } };
}

export interface PollContext extends TriggerContext {
  getMode(): string;
}

export interface ErrorOptions {
  message: string;
  description?: string;
  httpCode?: string;
  itemIndex?: number;
}

/** The parts of n8n-workflow that run. */
export interface Platform {
  NodeApiError: new (node: never, response: never, options: ErrorOptions) => Error;
  sleep(milliseconds: number): Promise<void>;
}

export interface OutputItem {
  json: Json;
  pairedItem?: { item: number };
}
