import { readFileSync } from "node:fs";
import { join } from "node:path";
import { requirePlatform } from "./platforms.ts";

type Json = Record<string, unknown>;

/** A node of the compiled package, as n8n loads it. */
export interface N8nNode {
  description: {
    name: string;
    properties: Json[];
    polling?: boolean;
    webhooks?: Json[];
    credentials: { name: string }[];
  };
  methods: {
    loadOptions: Record<string, (this: unknown) => Promise<{ name: string; value: string }[]>>;
    listSearch: Record<
      string,
      (
        this: unknown,
        search?: string,
        after?: string,
      ) => Promise<{ results: { name: string; value: string }[]; paginationToken?: string }>
    >;
  };
  execute(this: unknown): Promise<{ json: Json; pairedItem: { item: number } }[][]>;
  webhookMethods: { default: Record<"checkExists" | "create" | "delete", (this: unknown) => Promise<boolean>> };
  webhook(this: unknown): Promise<{ workflowData?: { json: Json }[][]; noWebhookResponse?: boolean }>;
  poll(this: unknown): Promise<{ json: Json }[][] | null>;
}

/** Loads the nodes and the credential that the package's manifest names: a class by the name of its file. */
export function loadPackage(folder: string): { nodes: Record<string, N8nNode>; credential: Credential } {
  const { n8n } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as {
    n8n: { nodes: string[]; credentials: string[] };
  };
  const load = (path: string) => {
    const name = /([^/]+)\.(?:node|credentials)\.js$/.exec(path)?.[1] ?? "";
    const module = requirePlatform(join(folder, path)) as Record<string, new () => unknown>;
    const type = module[name];
    if (type === undefined) throw new Error(`${path} has no class ${name}`);
    return [name, new type()] as const;
  };
  return {
    nodes: Object.fromEntries(n8n.nodes.map(load)) as Record<string, N8nNode>,
    credential: load(n8n.credentials[0] ?? "")[1] as Credential,
  };
}

interface Credential {
  name: string;
  authenticate: { type: "generic"; properties: { headers: Record<string, string> } };
  test: { request: { baseURL: string; url: string } };
}

export interface RunOptions {
  parameters?: Json;
  items?: { json: Json; binary?: Record<string, { fileName: string; mimeType: string; bytes: Buffer }> }[];
  executionId?: string;
  nodeId?: string;
  runIndex?: number;
  continueOnFail?: boolean;
  mode?: "manual" | "trigger";
  staticData?: Json;
  webhookUrl?: string;
  request?: { headers: Json; rawBody: Buffer };
  /** What becomes of a request in place of the server's response, once for each. */
  faults?: { statusCode: number; headers: Record<string, string>; body: unknown }[];
}

/**
 * What n8n gives a node to run with. Parameters are resolved by n8n-workflow, as n8n does: defaults, and what is shown.
 * The credential's `authenticate` adds the key; expressions in it are of one form.
 */
export function openContext(
  node: N8nNode,
  credential: Credential,
  credentials: Record<"serverUrl" | "apiKey", string> & Record<string, string>,
  options: RunOptions = {},
) {
  const { NodeHelpers } = requirePlatform("n8n-workflow") as {
    NodeHelpers: { getNodeParameters(...given: unknown[]): Json | null };
  };
  const { parameters = {}, items = [{ json: {} }], staticData = {}, faults = [] } = options;
  const reference = {
    id: options.nodeId ?? "6f1d3c7e-5b1f-4a57-9a64-2d4f0a1c9e11",
    name: "Caseport",
    type: `n8n-nodes-caseport.${node.description.name}`,
    typeVersion: 1,
    position: [0, 0],
    parameters,
  };
  const resolved =
    NodeHelpers.getNodeParameters(node.description.properties, parameters, true, false, reference, node.description) ??
    {};
  const read = (name: string, fallback: unknown) => {
    const value = resolved[name] ?? fallback;
    if (value === undefined) throw new Error(`Could not get parameter ${name}`);
    return value;
  };
  const fill = (text: string) =>
    text.replace(/^=\{\{\$credentials\.(\w+)\}\}$/, (_, name: string) => credentials[name] ?? "");
  const sent: { method: string; url: string; headers: Record<string, string> }[] = [];
  const responses: { status: number; body: unknown }[] = [];
  const { description } = node;
  const isStep = description.webhooks === undefined && description.polling !== true;
  const context = {
    getNode: () => reference,
    getCredentials: (name: string) =>
      name === credential.name ? Promise.resolve(credentials) : Promise.reject(new Error(`No credential ${name}`)),
    getTimezone: () => "America/Chicago",
    getInputData: () => items,
    getNodeParameter: isStep
      ? (name: string, _item: number, fallback?: unknown) => read(name, fallback)
      : (name: string, fallback?: unknown) => read(name, fallback),
    getExecutionId: () => options.executionId ?? "4711",
    getInstanceId: () => "f6c3a9d1".repeat(8),
    getWorkflow: () => ({ id: "Wm3kq9", name: "Intake" }),
    getWorkflowStaticData: () => staticData,
    getNodeWebhookUrl: () => options.webhookUrl,
    getMode: () => options.mode ?? "trigger",
    continueOnFail: () => options.continueOnFail === true,
    evaluateExpression: (expression: string) => {
      if (expression !== "{{ $runIndex }}") throw new Error(`Not evaluated here: ${expression}`);
      return options.runIndex ?? 0;
    },
    getRequestObject: () => options.request,
    getResponseObject: () => ({
      status: (status: number) => ({ json: (body: unknown) => void responses.push({ status, body }) }),
    }),
    helpers: {
      assertBinaryData: (item: number, name: string) => {
        const found = items[item]?.binary?.[name];
        if (found === undefined) throw new Error(`No binary data ${name}`);
        return found;
      },
      getBinaryDataBuffer: (item: number, name: string) => Promise.resolve(items[item]?.binary?.[name]?.bytes),
      httpRequestWithAuthentication: async (
        name: string,
        request: { method: string; url: string; headers: Record<string, string>; body?: string | Buffer },
      ) => {
        if (name !== credential.name) throw new Error(`No credential ${name}`);
        const added = Object.entries(credential.authenticate.properties.headers).map(([key, value]) => [
          key,
          fill(value),
        ]);
        const headers = { ...request.headers, ...(Object.fromEntries(added) as Record<string, string>) };
        sent.push({ method: request.method, url: request.url, headers: request.headers });
        const fault = faults.shift();
        if (fault !== undefined) return fault;
        const response = await fetch(request.url, {
          method: request.method,
          headers,
          redirect: "manual",
          ...(request.body !== undefined && { body: request.body as string }),
        });
        const text = await response.text();
        return { statusCode: response.status, headers: Object.fromEntries(response.headers), body: parse(text) };
      },
    },
  };
  return { context, sent, responses, staticData };
}

/** As n8n's client does: JSON if it is some. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
