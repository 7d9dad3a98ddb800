export type HttpMethod = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

export interface HttpRequest {
  method: HttpMethod;
  url: string;
  headers: Record<string, string>;
  /** JSON, or the bytes of a form. */
  body?: string | Buffer;
}

export interface HttpReply {
  status: number;
  /** By names in lower case. */
  headers: Readonly<Record<string, string | undefined>>;
  /** The text, or what the platform has parsed of it. */
  body: unknown;
}

/** Sends a request with the key, and returns whatever the server responds. */
export type Transport = (request: HttpRequest) => Promise<HttpReply>;
