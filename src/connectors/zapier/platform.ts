import type { Json } from "../call.ts";

// What the app uses of Zapier. Its own types come with zapier-platform-core, which is not among the product's packages.

export interface ZapierResponse {
  status: number;
  headers: { forEach(each: (value: string, name: string) => void): void };
  content: string;
  buffer?(): Promise<Buffer>;
}

export interface Z {
  request(options: Json): Promise<ZapierResponse>;
  cursor: { get(): Promise<string | null>; set(cursor: string): Promise<null> };
  errors: {
    Error: new (message: string, code?: string, status?: number) => Error;
    ExpiredAuthError: new (message: string) => Error;
    HaltedError: new (message: string) => Error;
    ThrottledError: new (message: string, delaySeconds?: number) => Error;
  };
}

export interface Bundle {
  authData: { serverUrl?: string; apiKey?: string };
  inputData: Json;
  /** Absent in Zapier's own test harness. */
  meta?: {
    page?: number;
    isLoadingSample?: boolean;
    timezone?: string | null;
    zap?: { id?: string };
  };
  targetUrl?: string;
  subscribeData?: { id?: string; secret?: string };
  rawRequest?: { headers?: Record<string, string>; content?: string };
}

export type Perform<Result> = (z: Z, bundle: Bundle) => Promise<Result>;

export interface InputField {
  key: string;
  label: string;
  type: "string" | "text" | "integer" | "number" | "boolean" | "datetime" | "file";
  required: boolean;
  helpText?: string;
  list?: boolean;
  choices?: Record<string, string>;
  /** The trigger that fills the drop-down, its member with the value, and that with the label. */
  dynamic?: string;
}
