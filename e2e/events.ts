import { randomUUID } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import { readDemoData } from "./demo-data.ts";
import { queryProcedure } from "./insight.ts";

interface ListedEvent {
  id: string;
  entityId: string;
  eventType: string;
}

/** The latest event that fits the filters. The page must be signed in as a member who may look at events. */
export async function findEvent(page: Page, filters: object = {}): Promise<ListedEvent> {
  const { events } = await queryProcedure<{ events: ListedEvent[] }>(page, "events.listNewest", {
    ...filters,
    limit: 1,
  });
  const [newest] = events;
  if (newest === undefined) throw new Error(`no event fits ${JSON.stringify(filters)}`);
  return newest;
}

/**
 * What a program does: a change with the key of the firm, or of another one.
 *
 * @returns the id of what was changed
 */
async function change(
  page: Page,
  method: string,
  path: string,
  data: object,
  record: string,
  secret = readDemoData().keys.full,
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

/** Creates a folder in the demo's case, and so an event. */
export function createFolder(page: Page, name: string): Promise<string> {
  return change(page, "POST", `/cases/${readDemoData().ids.caseId}/folders`, { name }, "folder");
}

/** Renames a folder, and so makes another event of it. */
export function renameFolder(page: Page, folderId: string, name: string): Promise<string> {
  return change(page, "PATCH", `/folders/${folderId}`, { name }, "folder");
}

/** Creates a company among the contacts: an event that no other test makes. */
export function createContact(page: Page, companyName: string): Promise<string> {
  return change(page, "POST", "/contacts", { type: "company", companyName, roles: ["vendor"] }, "contact");
}

/** Gives an intake answer, and so makes an event whose payload holds any text. */
export function giveAnswer(page: Page, value: string): Promise<string> {
  return change(page, "PUT", `/cases/${readDemoData().ids.caseId}/survey-details/notes.e2e`, { value }, "answer");
}

/** Creates a folder in the other organization's case. */
export function createForeignFolder(page: Page, name: string): Promise<string> {
  const { keys, otherOrganization } = readDemoData();
  return change(page, "POST", `/cases/${otherOrganization.caseId}/folders`, { name }, "folder", keys.otherOrganization);
}
