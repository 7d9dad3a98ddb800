import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";

/**
 * What the steps of a REST request read of it: node:http's request, or the request of an MCP tool
 * (src/mcp/call-operation.ts).
 */
export type ApiRequest = Readable & Pick<IncomingMessage, "method" | "url" | "headers" | "socket" | "complete">;
