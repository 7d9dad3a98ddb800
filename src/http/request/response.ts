import type { Readable } from "node:stream";

export interface HttpResponse {
  status: number;
  headers: Record<string, string>;
  /** Values of `Set-Cookie`. */
  cookies?: string[];
  /** JSON text; empty for 204 and 304, and if `bytes` is the body. */
  body: string;
  /** A binary body. For a stream, `headers` contains its Content-Length. */
  bytes?: Readable | Buffer;
}
