import { createHash, randomUUID } from "node:crypto";
import { expect, test, type APIResponse } from "@playwright/test";
import { openClient, type Client } from "../client.ts";
import { readDemoData } from "../demo-data.ts";

type Json = Record<string, unknown>;
interface Case extends Json {
  id: string;
  plaintiffId: string;
}
interface FeedEvent {
  eventType: string;
  entity: string;
  entityId: string;
  payload: Json;
  relatedIds: { entity: string; id: string }[];
}

/** The response's body, with the response in the message when it is a rejection. */
async function read<Body>(response: APIResponse): Promise<Body> {
  const text = await response.text();
  expect(response.ok(), `${response.status()} ${text}`).toBe(true);
  return JSON.parse(text) as Body;
}

/** All cases by keyset, page by page, as they are while one reads. */
async function pullCases(client: Client): Promise<Map<string, Case>> {
  const cases = new Map<string, Case>();
  for (let after: string | null = ""; after !== null;) {
    const page: { cases: Case[]; nextCursor: string | null } = await read(
      await client.get(`/cases?view=full&sort=oldest&limit=25${after === "" ? "" : `&after=${after}`}`),
    );
    for (const each of page.cases) cases.set(each.id, each);
    after = page.nextCursor;
  }
  return cases;
}

/** The end of the feed now: what happens from here on comes after it. */
async function readFeedEnd(client: Client): Promise<string> {
  const { nextCursor } = await read<{ nextCursor: string }>(
    await client.get(`/events?limit=1&since=${new Date(Date.now() + 60_000).toISOString()}`),
  );
  return nextCursor;
}

/** Applies the events since the cursor to the copy, until there are no more. */
async function follow(client: Client, copy: Map<string, Case>, from: string): Promise<number> {
  let applied = 0;
  for (let cursor = from; ;) {
    const { events, nextCursor } = await read<{ events: FeedEvent[]; nextCursor: string }>(
      await client.get(`/events?after=${cursor}&limit=500`),
    );
    if (events.length === 0) return applied;
    applied += events.length;
    for (const event of events) await apply(client, copy, event);
    cursor = nextCursor;
  }
}

/** A case's own event carries the case. An event of what cases show names them in `relatedIds`: they are read again. */
async function apply(
  client: Client,
  copy: Map<string, Case>,
  { eventType, entity, entityId, payload, relatedIds }: FeedEvent,
): Promise<void> {
  if (eventType === "case.deleted") return void copy.delete(entityId);
  if (entity === "case") return void copy.set(entityId, payload as Case);
  if (!["client", "tag", "member"].includes(entity)) return;
  for (const { id } of relatedIds.filter((related) => related.entity === "case" && copy.has(related.id))) {
    const response = await client.get(`/cases/${id}`);
    if (response.status() === 404) copy.delete(id);
    else copy.set(id, (await read<{ case: Case }>(response)).case);
  }
}

/**
 * What others do meanwhile: cases come, change, move on, go, clients change their names and are merged, and tags are
 * renamed.
 */
async function write(client: Client, seed: number): Promise<void> {
  for (let turn = 0; turn < 12; turn += 1) {
    const name = `Sync ${seed}-${turn} ${randomUUID().slice(0, 8)}`;
    const plaintiff = { firstName: "Robin", lastName: name };
    const { case: made } = await read<{ case: Case }>(
      await client.send("POST", "/cases", { plaintiff, caseType: "dog_bite", description: name }),
    );
    await read(
      await client.send("PATCH", `/cases/${made.id}`, { description: `${name}, changed`, highValue: turn % 2 === 0 }),
    );
    if (turn % 3 === 0)
      await read(
        await client.send("POST", `/cases/${made.id}/transitions`, {
          toStage: "investigation",
          reason: "The retainer is signed",
        }),
      );
    if (turn % 3 === 1) await read(await client.send("PATCH", `/clients/${made.plaintiffId}`, { firstName: "Robyn" }));
    if (turn % 3 === 2) await renameTag(client, made.id, name);
    if (turn % 4 === 1) await mergeClient(client, made.plaintiffId, name);
    if (turn % 4 === 3) await deleteCase(client, made.id);
  }
}

/** A worker gives a new case the tasks of the firm's template: where it was quicker, they keep the case. */
async function deleteCase(client: Client, caseId: string): Promise<void> {
  const response = await client.send("DELETE", `/cases/${caseId}`);
  if (response.status() !== 409) await read(response);
  else expect(await response.text()).toContain("open tasks");
}

async function renameTag(client: Client, caseId: string, name: string): Promise<void> {
  const { tag } = await read<{ tag: { id: string } }>(await client.send("POST", "/tags", { name, color: "#0f766e" }));
  await read(await client.send("PUT", `/cases/${caseId}/tags`, { tags: [name] }));
  await read(await client.send("PATCH", `/tags/${tag.id}`, { name: `${name}, renamed` }));
}

/** The client's case then is that of another client. */
async function mergeClient(client: Client, duplicateClientId: string, name: string): Promise<void> {
  const { client: survivor } = await read<{ client: { id: string } }>(
    await client.send("POST", "/clients", { firstName: "Robin", lastName: `${name}, once more` }),
  );
  await read(await client.send("POST", `/clients/${survivor.id}/merge`, { duplicateClientId }));
}

/** The unrelated firm's key: what is counted in the headquarters stays as it is. Its cases are still several pages. */
const findSecret = () => readDemoData().keys.otherOrganization;

test("a copy of all cases, read during concurrent writes and updated from the feed, ends identical", async ({
  request,
}) => {
  const client = openClient(request, findSecret());
  const cursor = await readFeedEnd(client);
  const writers = Promise.all([1, 2, 3, 4].map((seed) => write(client, seed)));
  const copy = await pullCases(client);
  const early = await follow(client, copy, cursor);
  await writers;
  const applied = await follow(client, copy, cursor);
  expect(applied).toBeGreaterThan(early > 0 ? early - 1 : 0);
  const now = await pullCases(client);
  expect([...copy.keys()].toSorted()).toEqual([...now.keys()].toSorted());
  for (const [id, mine] of copy) expect(mine, id).toEqual(now.get(id));
});

test("a lead is created, worked, converted with its answers and documents, and billed through the API", async ({
  request,
}) => {
  const client = openClient(request, findSecret());
  const cursor = await readFeedEnd(client);
  const externalId = `crm-${randomUUID()}`;

  const body = {
    firstName: "Noor",
    lastName: "Haddad",
    phone: "+1 412 555 0172",
    caseType: "rideshare_accident",
    source: "web_form",
    externalId,
  };
  const { lead } = await read<{ lead: { id: string } }>(await client.send("POST", "/leads", body));
  expect((await client.send("POST", "/leads", body)).status()).toBe(409);
  for (const toStatus of ["contacted", "qualified", "retainer_sent", "retainer_signed"]) {
    await read(await client.send("POST", `/leads/${lead.id}/transitions`, { toStatus }));
  }
  await read(await client.send("PUT", `/leads/${lead.id}/survey-details/incident.place`, { value: "Liberty Avenue" }));

  const police = Buffer.from("%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n");
  const uploaded = await request.post(`/api/v1/leads/${lead.id}/documents`, {
    headers: { "x-api-key": findSecret(), "X-Idempotency-Key": randomUUID() },
    multipart: { category: "police_report", file: { name: "report.pdf", mimeType: "application/pdf", buffer: police } },
  });
  const { document } = await read<{ document: { id: string; status: string; sha256: string } }>(uploaded);
  expect(document).toMatchObject({ status: "available", sha256: createHash("sha256").update(police).digest("hex") });

  const { me } = await read<{ me: { actingAttorney: { attorneyId: string } } }>(await client.get("/me"));
  const conversion = { attorneyId: me.actingAttorney.attorneyId, clientMatch: { mode: "create" } };
  const converted = await read<{ lead: Json; case: { id: string }; client: { id: string } }>(
    await client.send("POST", `/leads/${lead.id}/convert`, conversion),
  );
  const caseId = converted.case.id;
  expect(converted.lead).toMatchObject({
    status: "converted",
    convertedCaseId: caseId,
    convertedClientId: converted.client.id,
  });
  const again = await client.send("POST", `/leads/${lead.id}/convert`, conversion);
  expect([again.status(), ((await again.json()) as { code: string; error: string }).error]).toEqual([
    409,
    expect.stringContaining(caseId),
  ]);

  expect(await read(await client.get(`/cases/${caseId}`))).toMatchObject({
    case: { plaintiffId: converted.client.id, plaintiff: { firstName: "Noor" } },
  });
  expect(await read(await client.get(`/cases/${caseId}/survey-details/incident.place`))).toMatchObject({
    answer: { value: "Liberty Avenue" },
  });
  expect(await read(await client.get(`/cases/${caseId}/documents`))).toMatchObject({
    documents: [{ id: document.id }],
  });
  const { download } = await read<{ download: { url: string } }>(
    await client.get(`/documents/${document.id}/download`),
  );
  const bytes = await request.get(download.url, { headers: { Range: "bytes=0-7" } });
  expect([bytes.status(), await bytes.text(), bytes.headers()["x-content-type-options"]]).toEqual([
    206,
    "%PDF-1.4",
    "nosniff",
  ]);

  const lines = [{ kind: "expense", description: "Police report", quantity: 3, rateCents: 1_999 }];
  const { invoice } = await read<{ invoice: { id: string; totalCents: number } }>(
    await client.send("POST", `/cases/${caseId}/invoices`, { lineItems: lines }),
  );
  expect(invoice.totalCents).toBe(5_997);
  await read(await client.send("POST", `/invoices/${invoice.id}/transitions`, { status: "sent" }));
  await read(await client.send("POST", `/invoices/${invoice.id}/payments`, { amountCents: 5_000, method: "check" }));
  expect(
    (await client.send("POST", `/invoices/${invoice.id}/payments`, { amountCents: 998, method: "check" })).status(),
  ).toBe(409);
  await read(await client.send("POST", `/invoices/${invoice.id}/payments`, { amountCents: 997, method: "card" }));
  expect(await read(await client.get(`/invoices/${invoice.id}`))).toMatchObject({
    invoice: { status: "paid", paidCents: 5_997, balanceCents: 0 },
  });

  const { events } = await read<{ events: FeedEvent[] }>(await client.get(`/events?after=${cursor}&limit=500`));
  const types = events.map(({ eventType }) => eventType);
  for (const type of [
    "lead.created",
    "lead.converted",
    "client.created",
    "case.created",
    "intake_answer.upserted",
    "document.created",
    "invoice.created",
    "payment.received",
    "invoice.status_changed",
  ]) {
    expect(types).toContain(type);
  }
});
