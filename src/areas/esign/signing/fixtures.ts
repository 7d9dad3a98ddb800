import { Readable } from "node:stream";
import {
  buildEsignDocument,
  buildEsignField,
  buildEsignRecipient,
  buildEsignRequest,
} from "../../../../prisma/seed/builders/esign.ts";
import { newId, type Values } from "../../../../prisma/seed/builders/records.ts";
import { createLinkToken } from "../../../platform/identity/credentials/signing-token.ts";
import { objectKey } from "../../../platform/storage/storage.ts";
import type { TestServer } from "../../../testing/harness/server.ts";
import { createCase, insertFor, type TestTenant } from "../../../testing/harness/tenant.ts";
import { createDocument, declaredFile, pdfBytes } from "../../documents/fixtures.records.ts";

export interface SentRequest {
  requestId: string;
  caseId: string;
  clientId: string;
  documentId: string;
  /** In signing order. */
  recipients: { id: string; key: string; token: string; path: string }[];
  /** By their label. */
  fieldIds: Record<string, string>;
}

export interface SentOptions {
  request?: Partial<Values<"EsignRequest">>;
  /** One signer by default. */
  recipients?: Partial<Values<"EsignRecipient">>[];
  /** Besides a signature for each recipient. */
  fields?: (Partial<Values<"EsignField">> & { label: string })[];
}

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

/** A request that is out for signature, with a link for each recipient and a document whose bytes are stored. */
export async function createSentRequest(
  server: TestServer,
  tenant: TestTenant,
  { request: ofRequest = {}, recipients: given = [{}], fields = [] }: SentOptions = {},
): Promise<SentRequest> {
  const { organizationId } = tenant;
  const { caseId, clientId } = await createCase(tenant);
  const { documentId } = await createDocument(tenant, { caseId });
  const version = await tenant.inside((transaction) =>
    transaction
      .selectFrom("DocumentVersion")
      .select(["id", "objectId"])
      .where("documentId", "=", documentId)
      .executeTakeFirstOrThrow(),
  );
  const { storage } = server.services.files.tools;
  await storage.put(objectKey(organizationId, version.objectId), Readable.from([pdfBytes]), pdfBytes.length);
  const request = buildEsignRequest({
    organizationId,
    caseId,
    status: "sent",
    sentAt: new Date().toISOString(),
    expiresAt: inDays(14),
    ...ofRequest,
  });
  const inRequest = { organizationId, requestId: request.id };
  const recipients = given.map((values, index) =>
    buildEsignRecipient({
      ...inRequest,
      clientId,
      key: `signer${index + 1}`,
      label: `Signer ${index + 1}`,
      status: "sent",
      order: 1,
      authentication: "none",
      ...values,
    }),
  );
  const { sha256 } = declaredFile();
  const pinned = { documentId, versionId: version.id, sha256, pageCount: 1, sizeBytes: pdfBytes.length };
  const made = [
    ...recipients.map(({ key }) => ({ label: `Signature of ${key}`, recipientKey: key, required: true })),
    ...fields.map((values) => ({ kind: "text", y: 100, height: 20, required: true, ...values })),
  ].map((values, index) =>
    buildEsignField({ ...inRequest, recipientKey: recipients[0]?.key ?? null, ...values, number: index + 1 }),
  );
  const links = recipients.map(({ id: recipientId }) => ({ recipientId, ...createLinkToken() }));
  await insertFor(tenant, {
    EsignRequest: request,
    EsignDocument: buildEsignDocument({ ...inRequest, ...pinned }),
    EsignRecipient: recipients,
    EsignField: made,
    EsignLink: links.map(({ recipientId, digest }) => ({
      ...inRequest,
      id: newId("esignLink"),
      recipientId,
      kind: "mail",
      tokenDigest: digest,
      expiresAt: inDays(14),
    })),
  });
  return {
    requestId: request.id,
    caseId,
    clientId,
    documentId,
    recipients: recipients.map(({ id, key }, index) => {
      const token = links[index]?.token ?? "";
      return { id, key, token, path: `/sign/${token}` };
    }),
    fieldIds: Object.fromEntries(made.map(({ label, id }) => [label, id])),
  };
}

interface DoorReply {
  status: number;
  text: string;
  data: Record<string, unknown>;
  faults: { path: string; message: string }[];
  headers: Headers;
}

/** A recipient's browser at the signing door: it keeps the cookie. */
export interface Browser {
  post(act: string, body: object): Promise<DoorReply>;
  get(path: string, method?: "GET" | "HEAD"): Promise<DoorReply>;
  cookie: string;
}

let addresses = 0;

/** @param address a new one by default, so that tests do not share its limit */
export function openBrowser(server: TestServer, address?: string): Browser {
  addresses += 1;
  const from =
    address ?? `10.${Math.floor(addresses / 62_500)}.${Math.floor(addresses / 250) % 250}.${addresses % 250}`;
  const send = async (path: string, method: string, body?: object): Promise<DoorReply> => {
    const response = await fetch(`${server.baseUrl}/api/signing/${path}`, {
      method,
      headers: {
        "X-Forwarded-For": from,
        "User-Agent": "Test browser",
        ...(browser.cookie !== "" && { Cookie: browser.cookie }),
        ...(body !== undefined && { "Content-Type": "application/json", Origin: server.origin }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const [set] = response.headers.getSetCookie();
    if (set !== undefined) browser.cookie = set.split(";", 1)[0] ?? "";
    const text = await response.text();
    const isJson = response.headers.get("content-type") === "application/json" && text !== "";
    const parsed = isJson ? (JSON.parse(text) as Partial<DoorReply>) : {};
    const { data, faults = [] } = parsed;
    return { status: response.status, text, data: data ?? {}, faults, headers: response.headers };
  };
  const browser: Browser = {
    cookie: "",
    post: (act, body) => send(act, "POST", body),
    get: (path, method = "GET") => send(path, method),
  };
  return browser;
}

/** Begins and agrees, as somebody who is about to sign. */
export async function beginAndAgree(browser: Browser, token: string, code?: string): Promise<DoorReply> {
  const begun = await browser.post("begin", { token, ...(code !== undefined && { code }) });
  const [consent] = begun.data["consents"] as { id: string }[];
  return browser.post("consent", { consentTextId: consent?.id });
}

export const typedSignature = { mode: "typed", text: "Rosa Diaz" } as const;
let submissions = 0;
/** An ID that the page would make. */
export const newSubmissionId = (): string => (submissions += 1).toString(16).padStart(32, "0");
