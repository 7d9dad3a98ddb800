import type { Readable } from "node:stream";

/** An answer before it is written to the socket. */
export interface HttpResponse {
  status: number;
  headers: Record<string, string>;
  /** Lines of `Set-Cookie`, of which an answer may have several. */
  cookies?: string[];
  /** JSON text; empty for 204 and 304, and where `bytes` are the body. */
  body: string;
  /** A body that is no text; its Content-Length stands among the headers. */
  bytes?: Readable;
}
