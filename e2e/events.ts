import { randomUUID } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import { readDemoData } from "./demo-data.ts";
import { queryProcedure } from "./insight.ts";

interface ListedEvent {
  id: string;
  entityId: string;
  eventType: string;
}

/** The latest event that fits the filters. The page must be signed in as a member who may view events. */
export async function findEvent(page: Page, filters: object = {}): Promise<ListedEvent> {
  const { events } = await queryProcedure<{ events: ListedEvent[] }>(page, "events.listNewest", {
    ...filters,
    limit: 1,
  });
  const [newest] = events;
  if (newest === undefined) throw new Error(`no event fits ${JSON.stringify(filters)}`);
  return newest;
}

interface ApiChange {
  method: "POST" | "PATCH" | "PUT";
  path: string;
  data: object;
  /** The member of the response that has the record. */
  record: string;
  /** The API key; by default the one of the demo's firm. */
  secret?: string;
}

/**
 * Changes a record over the API, as an integration does.
 *
 * @returns the id of what was changed
 */
async function change(
  page: Page,
  { method, path, data, record, secret = readDemoData().keys.full }: ApiChange,
): Promise<string> {
  const response = await page.request.fetch(`/api/v1${path}`, {
    method,
    // Records that have a revision are new here.
    headers: {
      "x-api-key": secret,
      "X-Idempotency-Key": randomUUID(),
      ...(method === "PATCH" && { "If-Match": '"1"' }),
    },
    data,
  });
  expect(response.ok(), await response.text()).toBe(true);
  return ((await response.json()) as Record<string, { id: string }>)[record]?.id ?? "";
}

/** Creates a folder in the demo's case, which records an event. */
export function createFolder(page: Page, name: string): Promise<string> {
  return change(page, {
    method: "POST",
    path: `/cases/${readDemoData().ids.caseId}/folders`,
    data: { name },
    record: "folder",
  });
}

/** Renames a folder, which records another event of it. */
export function renameFolder(page: Page, folderId: string, name: string): Promise<string> {
  return change(page, { method: "PATCH", path: `/folders/${folderId}`, data: { name }, record: "folder" });
}

/** Creates a contact of a company: an event that no other test records. */
export function createContact(page: Page, companyName: string): Promise<string> {
  return change(page, {
    method: "POST",
    path: "/contacts",
    data: { type: "company", companyName, roles: ["vendor"] },
    record: "contact",
  });
}

/** Sets an intake answer, which records an event with any text in its payload. */
export function giveAnswer(page: Page, value: string): Promise<string> {
  return change(page, {
    method: "PUT",
    path: `/cases/${readDemoData().ids.caseId}/survey-details/notes.e2e`,
    data: { value },
    record: "answer",
  });
}

/** Creates a folder in the other organization's case. */
export function createForeignFolder(page: Page, name: string): Promise<string> {
  const { keys, otherOrganization } = readDemoData();
  return change(page, {
    method: "POST",
    path: `/cases/${otherOrganization.caseId}/folders`,
    data: { name },
    record: "folder",
    secret: keys.otherOrganization,
  });
}
