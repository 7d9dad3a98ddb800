import {
  Client,
  StreamableHTTPClientTransport,
  type CallToolResult,
  type ElicitResult,
  type InputRequiredResult,
} from "@modelcontextprotocol/client";
import type { TestServer } from "./server.ts";

export type Era = "legacy" | "modern";
export const eras = ["legacy", "modern"] as const;

/** How the person decides on a message. */
export type Person = (message: string) => ElicitResult;

export const confirmed = { action: "accept", content: { confirm: true } } as const satisfies ElicitResult;

export interface ToolReply {
  text: string;
  /** The text as JSON, where it is JSON. */
  json: Record<string, unknown>;
  isError: boolean;
}

export interface Assistant {
  client: Client;
  listTools(): Promise<string[]>;
  call(name: string, input: Record<string, unknown>): Promise<ToolReply>;
  /**
   * One message of a call, without the client's own questions to its person: with the state of an earlier one, and a
   * decision.
   */
  callOnce(
    name: string,
    input: Record<string, unknown>,
    state?: string,
    decision?: ElicitResult,
  ): Promise<CallToolResult | InputRequiredResult>;
}

export interface AssistantOptions {
  era?: Era;
  /** Left out for a client that cannot ask its person. */
  person?: Person | undefined;
  path?: string;
  headers?: Record<string, string>;
}

export function readReply({ content, isError = false }: CallToolResult): ToolReply {
  const [first] = content;
  const text = first?.type === "text" ? first.text : "";
  return { text, json: text.startsWith("{") ? (JSON.parse(text) as Record<string, unknown>) : {}, isError };
}

/** Connects the official client with a key. */
export async function connectAssistant(
  server: Pick<TestServer, "baseUrl">,
  secret: string,
  options: AssistantOptions = {},
): Promise<Assistant> {
  const { era = "modern", person, path = "/mcp", headers = { "x-api-key": secret } } = options;
  const client = new Client(
    { name: "test", version: "1.0.0" },
    {
      capabilities: person === undefined ? {} : { elicitation: { form: {} } },
      versionNegotiation: { mode: era === "legacy" ? "legacy" : { pin: "2026-07-28" } },
    },
  );
  if (person !== undefined) client.setRequestHandler("elicitation/create", ({ params }) => person(params.message));
  await client.connect(new StreamableHTTPClientTransport(new URL(path, server.baseUrl), { requestInit: { headers } }));
  return {
    client,
    listTools: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: async (name, input) => readReply(await client.callTool({ name, arguments: input })),
    callOnce: (name, input, requestState, decision) =>
      client.request(
        {
          method: "tools/call",
          params: {
            name,
            arguments: input,
            ...(requestState !== undefined && { requestState }),
            ...(decision !== undefined && { inputResponses: { confirm: decision } }),
          },
        },
        { allowInputRequired: true },
      ),
  };
}
