import { eventList } from "../../areas/events/domain.cursors.ts";
import { createInstallationKeys } from "../../platform/crypto/installation-keys.ts";
import { encodeCursor } from "../../platform/database/lists/cursor.ts";
import { commonSorts, readSortedPage } from "../../platform/database/lists/sorted-list.ts";
import { documentsPath } from "./feed.ts";
import type { LoadRequest } from "./load.ts";
import { fillPlaceholders } from "./placeholders.ts";
import type { Plan } from "./plan.ts";
import type { BenchSetup } from "./stage.ts";

/** A page and the position in its cursor. */
type PageRequest = LoadRequest & { position: unknown };

/** The requests whose cost is measured, each of random records of the firm. */
export interface MeasuredRequests {
  getCase: LoadRequest;
  /** Changes a phone number, with an idempotency key of its own each time. */
  patchClient: LoadRequest;
  createFolder: LoadRequest;
  createTask: LoadRequest;
  /** Replaces the answer that `fillRecords` gave each case. */
  putAnswer: LoadRequest;
  firstPage: LoadRequest;
  /** Pages of the feed and of the full view of cases, from begin to end. */
  feedPages: PageRequest[];
  casePages: PageRequest[];
}

const pageCount = 100;
/** Of the answer that each case has. */
export const answerAccessor = "q1";

export async function describeRequests(
  setup: BenchSetup,
  { feedEvents, requests: { cases } }: Plan,
): Promise<MeasuredRequests> {
  const { organizationId, secret } = setup;
  const get = (path: string): LoadRequest => ({
    method: "GET",
    path,
    headers: { "x-api-key": secret },
    records: cases,
  });
  const change = (method: string, path: string, body: object): LoadRequest => ({
    method,
    path: `/api/v1${path}`,
    headers: { "x-api-key": secret },
    body: JSON.stringify(body),
    freshKey: true,
    records: cases,
  });
  const pages = Array.from({ length: pageCount }, (_, index) => index + 1);
  const feedPages = pages
    .map((page) => Math.floor((feedEvents * page) / pageCount))
    .map((position) => {
      return {
        ...get(`${documentsPath}&after=${encodeCursor(eventList({ organizationId }, "document-events"), position)}`),
        position,
      };
    });
  const casePages: PageRequest[] = [];
  const list = {
    organizationId,
    installationKeys: createInstallationKeys(setup.installationSecret),
    name: "cases",
    alias: "c",
    sorts: commonSorts,
  };
  for (const page of pages) {
    const id = `case_${String(cases - Math.floor(((cases - 200) * page) / pageCount)).padStart(26, "0")}`;
    const { nextCursor } = await readSortedPage(list, { limit: 1, sort: "newest" }, () =>
      Promise.resolve([{ id }, { id }]),
    );
    casePages.push({ ...get(`/api/v1/cases?view=full&limit=100&sort=newest&after=${nextCursor}`), position: id });
  }
  return {
    getCase: get("/api/v1/cases/case_@"),
    patchClient: { ...describeChange(secret, "cli_@"), records: cases },
    createFolder: change("POST", "/cases/case_@/folders", { name: "Folder #" }),
    createTask: change("POST", "/cases/case_@/tasks", { title: "Task #" }),
    putAnswer: change("PUT", `/cases/case_@/survey-details/${answerAccessor}`, { value: "Answer #" }),
    firstPage: get(documentsPath),
    feedPages,
    casePages,
  };
}

/** Another phone number of a client. */
export function describeChange(secret: string, clientId: string): LoadRequest {
  return {
    method: "PATCH",
    path: `/api/v1/clients/${clientId}`,
    headers: { "x-api-key": secret },
    body: '{"phone":"555-#"}',
    freshKey: true,
  };
}

/** The mix for the memory: of eleven requests eight GET case, two PATCH client, one feed page. */
export function mixRequests({ getCase, patchClient, firstPage }: MeasuredRequests): LoadRequest[] {
  const reads = [getCase, getCase, getCase, getCase];
  return [...reads, patchClient, ...reads, patchClient, firstPage];
}

/**
 * Sends each request once and throws with the response when one is not served: a measurement of rejections would
 * mislead.
 */
export async function tryRequest(
  baseUrl: string,
  { method, path, headers, body, freshKey }: LoadRequest,
): Promise<void> {
  const response = await fetch(`${baseUrl}${fillPlaceholders(path, 0)}`, {
    method,
    headers: {
      ...headers,
      ...(freshKey === true && { "x-idempotency-key": `try ${path}` }),
      ...(body !== undefined && { "content-type": "application/json" }),
    },
    ...(body !== undefined && { body: fillPlaceholders(body, 0) }),
  });
  const text = await response.text();
  if (![200, 201].includes(response.status) || text.length < 20)
    throw new Error(`${method} ${path} responded with ${response.status}: ${text}`);
}
