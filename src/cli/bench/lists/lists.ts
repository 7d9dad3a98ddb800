import { Client } from "pg";
import { commonSorts, readSortedPage, type Sort } from "../../../platform/database/lists/sorted-list.ts";
import type { InstallationKeys } from "../../../platform/crypto/installation-keys.ts";
import { wanted } from "./rows.ts";

export const pageSize = 100;
/** The far page; a list that is shorter is measured at its last whole page. */
const farPage = 10_000;

/** A way to read a list, as the caller requests it and as SQL finds the place of its pages. */
interface Walk {
  label: string;
  /** Path and query, without the sort. */
  target: string;
  /** The list's name in its cursors. */
  list: string;
  sort: keyof ListSorts;
  /** What `sort=name` sorts by. */
  nameColumn?: string;
  table: string;
  condition?: string;
}

/** Its two pages. */
export interface FoundWalk {
  label: string;
  firstPage: string;
  /** Its number, from 1. */
  number: number;
  farPage: string;
}

type ListSorts = typeof commonSorts & { name: Sort };

const hasTag = (place: number) =>
  `EXISTS (SELECT FROM "CaseTag" l WHERE l."organizationId" = $1 AND l."caseId" = r.id AND l."tagId" = 'tag_' || lpad('${place}', 26, '0'))`;
const hasWord = (word: string, entity = "case") =>
  `EXISTS (SELECT FROM "SearchTerm" t WHERE t."organizationId" = $1 AND t.entity = '${entity}' AND t.term = '${word}' AND t."recordId" = r.id)`;
const cases = { list: "cases", sort: "newest", table: "Case" } as const;

function describeWalks(caseCount: number, since: string): Walk[] {
  const crowded = wanted.crowdedCase(caseCount);
  const isLater = `"updatedAt" >= '${since}'`;
  return [
    { ...cases, label: "cases", target: "/cases?" },
    { ...cases, label: "cases, view=full", target: "/cases?view=full" },
    { ...cases, label: "cases, sort=updated", target: "/cases?", sort: "updated" },
    {
      ...cases,
      label: "cases, matterStage",
      target: "/cases?matterStage=intake",
      condition: `"matterStage" = 'intake'`,
    },
    {
      ...cases,
      label: "cases, attorneyId",
      target: `/cases?attorneyId=${wanted.attorneyId}`,
      condition: `"attorneyId" = '${wanted.attorneyId}'`,
    },
    {
      ...cases,
      label: "cases, attorneyId, sort=updated",
      target: `/cases?attorneyId=${wanted.attorneyId}`,
      condition: `"attorneyId" = '${wanted.attorneyId}'`,
      sort: "updated",
    },
    {
      ...cases,
      label: "cases, tag of a half",
      target: `/cases?tag=${encodeURIComponent(wanted.commonTag)}`,
      condition: hasTag(1),
    },
    {
      ...cases,
      label: "cases, tag of 2 %",
      target: `/cases?tag=${encodeURIComponent(wanted.rareTag)}`,
      condition: hasTag(2),
    },
    {
      ...cases,
      label: "cases, q=a word of 250",
      target: `/cases?q=${wanted.rareWord}`,
      condition: hasWord(wanted.rareWord),
    },
    {
      ...cases,
      label: "cases, q=a word of 2.5 %",
      target: `/cases?q=${wanted.commonWord}`,
      condition: hasWord(wanted.commonWord),
    },
    {
      ...cases,
      label: "cases, q=a word of 12.5 %",
      target: `/cases?q=${wanted.veryCommonWord}`,
      condition: hasWord(wanted.veryCommonWord),
    },
    { ...cases, label: "cases, updatedSince a month", target: `/cases?updatedSince=${since}`, condition: isLater },
    {
      ...cases,
      label: "cases, the same, sort=updated",
      target: `/cases?updatedSince=${since}`,
      condition: isLater,
      sort: "updated",
    },
    {
      label: "clients, sort=name",
      target: "/clients?",
      list: "clients",
      sort: "name",
      nameColumn: "nameKey",
      table: "Client",
    },
    {
      label: "clients, q=2.5 %, sort=name",
      target: `/clients?q=${wanted.commonWord}`,
      list: "clients",
      sort: "name",
      nameColumn: "nameKey",
      table: "Client",
      condition: hasWord(wanted.commonWord, "client"),
    },
    {
      label: "documents of one case",
      target: `/documents?caseId=${crowded}`,
      list: "documents",
      sort: "newest",
      table: "Document",
      condition: `"caseId" = '${crowded}'`,
    },
    {
      label: "invoices, status=sent",
      target: "/invoices?status=sent",
      list: "invoices",
      sort: "newest",
      table: "Invoice",
      condition: "status = 'sent'",
    },
    {
      label: "leads, status=new",
      target: "/leads?status=new",
      list: "leads",
      sort: "newest",
      table: "Lead",
      condition: "status = 'new'",
    },
    {
      label: "contacts, sort=name",
      target: "/contacts?",
      list: "contacts",
      sort: "name",
      nameColumn: "name",
      table: "Contact",
    },
    { label: "notes", target: "/notes?", list: "notes", sort: "newest", table: "Note" },
    {
      label: "notes of one case",
      target: `/notes?caseId=${crowded}`,
      list: "notes",
      sort: "newest",
      table: "Note",
      condition: `"caseId" = '${crowded}'`,
    },
    { label: "tasks, sort=updated", target: "/tasks?", list: "tasks", sort: "updated", table: "Task" },
    {
      label: "tasks, isOpen",
      target: "/tasks?isOpen=true",
      list: "tasks",
      sort: "newest",
      table: "Task",
      condition: `"isOpen"`,
    },
    {
      label: "retrieval requests, updated",
      target: "/retrieval-requests?",
      list: "retrieval-requests",
      sort: "updated",
      table: "RetrievalRequest",
    },
  ];
}

/**
 * Where the far pages begin: the cursors are made as the server makes them, for walking there would take a million
 * rows.
 */
export async function findWalks(
  ownerUrl: string,
  organizationId: string,
  caseCount: number,
  installationKeys: InstallationKeys,
): Promise<FoundWalk[]> {
  const owner = new Client({ connectionString: ownerUrl });
  await owner.connect();
  try {
    const since = new Date(Date.now() - 30 * 86_400_000).toISOString();
    const found: FoundWalk[] = [];
    for (const walk of describeWalks(caseCount, since))
      found.push(await findPages(owner, organizationId, installationKeys, walk));
    return found;
  } finally {
    await owner.end();
  }
}

async function findPages(
  owner: Client,
  organizationId: string,
  installationKeys: InstallationKeys,
  walk: Walk,
): Promise<FoundWalk> {
  const { label, target, list, sort, nameColumn = "", table, condition = "true" } = walk;
  const sorts: ListSorts = { ...commonSorts, name: { column: nameColumn, type: "text", descending: false } };
  const { column, descending } = sorts[sort];
  const where = `FROM "${table}" r WHERE "organizationId" = $1 AND ${condition}`;
  const counted = await owner.query<{ total: string }>(`SELECT count(*) AS total ${where}`, [organizationId]);
  const number = Math.min(farPage, Math.floor(Number(counted.rows[0]?.total) / pageSize));
  const way = descending ? "DESC" : "ASC";
  const { rows } = await owner.query<{ id: string; value: unknown }>(
    `SELECT id, ${column === null ? "NULL" : `"${column}"`} AS value ${where} ORDER BY ${column === null ? "" : `"${column}" ${way},`} id ${way} OFFSET $2 LIMIT 1`,
    [organizationId, Math.max(0, (number - 1) * pageSize - 1)],
  );
  const [place] = rows;
  if (place === undefined || number < 2) throw new Error(`${label}: the list is too short.`);
  const value = place.value instanceof Date ? place.value.toISOString() : place.value;
  const row = { id: place.id, ...(column !== null && { [column]: value }) };
  const { nextCursor } = await readSortedPage(
    { organizationId, installationKeys, name: list, alias: "r", sorts },
    { limit: 1, sort },
    () => Promise.resolve([row, row]),
  );
  const firstPage = `/api/v1${target}&limit=${pageSize}&sort=${sort}`.replace("?&", "?");
  return { label, firstPage, number, farPage: `${firstPage}&after=${nextCursor}` };
}
