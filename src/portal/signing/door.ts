/** What the signing page sends to the server, and what comes back. */

/** A fault of a sent value: its field, and a word of the catalog of faults. */
export interface SentFault {
  path: string;
  message: string;
}

/** A response that is not a success; status 0 if there was none. */
export class DoorError extends Error {
  readonly status: number;
  readonly faults: readonly SentFault[];

  constructor(status: number, faults: readonly SentFault[] = []) {
    super("the signing door rejected a request");
    this.name = "DoorError";
    this.status = status;
    this.faults = faults;
  }
}

const path = "/api/signing";

export const documentPath = (position: number) => `${path}/documents/${position}`;
export const downloadPath = (key: string) => `${path}/downloads/${key}`;

/** @throws DoorError */
export function readSession<Result>(): Promise<Result> {
  return send<Result>("session", { method: "GET" });
}

/** @throws DoorError */
export function post<Result>(action: string, body: object): Promise<Result> {
  return send<Result>(action, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
}

/** The bytes of a document. @throws DoorError */
export async function readDocument(position: number): Promise<ArrayBuffer> {
  return (await request(documentPath(position), {})).arrayBuffer();
}

async function send<Result>(action: string, init: RequestInit): Promise<Result> {
  const response = await request(`${path}/${action}`, init);
  const text = await response.text();
  return (text === "" ? {} : (JSON.parse(text) as { data: unknown }).data) as Result;
}

async function request(address: string, init: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(address, { ...init, cache: "no-store" });
  } catch {
    throw new DoorError(0);
  }
  if (response.ok) return response;
  const rejection = (await response.json().catch(() => ({}))) as { faults?: SentFault[] };
  throw new DoorError(response.status, rejection.faults);
}
