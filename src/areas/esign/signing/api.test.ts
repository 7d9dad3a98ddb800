import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { createTenant, changeRow, insertFor, type TestTenant } from "../../../testing/harness/tenant.ts";
import { openApi } from "../../../testing/harness/requests/api.ts";
import { readRecord } from "../../../testing/harness/requests/example-request.ts";
import { observeMails, type SeenMails } from "../../../testing/harness/seen-mails.ts";
import { findTablesWithTexts } from "../../../testing/database/find-texts.ts";
import { startOwnServer, type TestServer } from "../../../testing/harness/server.ts";
import { readEvents } from "../../../testing/harness/traces.ts";
import { createLinkToken } from "../../../platform/identity/credentials/signing-token.ts";
import { newId } from "../../../../prisma/seed/builders/records.ts";
import { pdfBytes } from "../../documents/fixtures.records.ts";
import { digestPasscode } from "./domain.codes.ts";
import {
  beginAndAgree,
  createSentRequest,
  newSubmissionId,
  openBrowser,
  typedSignature,
  type SentOptions,
} from "./fixtures.ts";

let server: TestServer;
let mails: SeenMails;
beforeAll(async () => {
  server = await startOwnServer({ trustedProxies: ["127.0.0.1"] });
  mails = await observeMails(server);
});
afterAll(async () => {
  await mails.close();
  await server.close(1000);
});

async function arrange(options?: SentOptions) {
  const tenant = await createTenant(server.services.database);
  const sent = await createSentRequest(server, tenant, options);
  return { tenant, ...sent };
}

const readRow = (tenant: TestTenant, table: "EsignRequest" | "EsignRecipient", id: string) =>
  tenant.inside((transaction) =>
    transaction.selectFrom(table).selectAll().where("id", "=", id).executeTakeFirstOrThrow(),
  );

const readTrail = (tenant: TestTenant, requestId: string) =>
  tenant.inside((transaction) =>
    transaction
      .selectFrom("EsignTrailEntry")
      .select(["action", "actorType", "actorLabel", "recipientId", "ipAddress", "userAgent"])
      .where("requestId", "=", requestId)
      .orderBy("number")
      .execute(),
  );

const listTypes = async (tenant: TestTenant) =>
  (await readEvents(tenant)).map(({ eventType }) => eventType).filter((type) => type.startsWith("esign_request."));

test("a recipient looks, begins, agrees, signs, and sees that the files are being sealed", async () => {
  const { tenant, requestId, recipients, fieldIds } = await arrange({
    fields: [
      { label: "City" },
      { label: "Date", kind: "date_signed" },
      { label: "Mental health", kind: "checkbox", required: false },
    ],
  });
  const [{ token, id }] = recipients as [(typeof recipients)[0]];
  const browser = openBrowser(server);
  const look = await browser.post("look", { token });
  expect(look.data).toEqual({ firm: expect.any(String), language: "en", authentication: "none", maskedAddress: null });
  expect(await readTrail(tenant, requestId)).toEqual([]);
  const begun = await browser.post("begin", { token });
  expect(begun).toMatchObject({
    status: 200,
    data: { title: "Your fee agreement", status: "sent", consentedAt: null, recipient: { status: "viewed" } },
  });
  expect(begun.headers.get("set-cookie")).toMatch(
    /^caseport-signing=\w+\.cpn_\w{49}; Path=\/; HttpOnly; SameSite=Strict$/,
  );
  const document = await browser.get("documents/1");
  expect([
    document.text,
    document.headers.get("content-type"),
    document.headers.get("content-security-policy"),
  ]).toEqual([pdfBytes.toString(), "application/pdf", "sandbox; default-src 'none'"]);
  const submission = {
    submissionId: newSubmissionId(),
    signature: typedSignature,
    values: { [fieldIds["City"] ?? ""]: " Atlanta " },
  };
  expect((await browser.post("sign", submission)).status).toBe(409);
  const [consent] = begun.data["consents"] as { id: string }[];
  expect((await browser.post("consent", { consentTextId: "ect_other" })).status).toBe(400);
  expect(await browser.post("consent", { consentTextId: consent?.id })).toMatchObject({ status: 200 });
  const signed = await browser.post("sign", submission);
  expect(signed).toMatchObject({ status: 200, data: { status: "sealing", recipient: { status: "signed" } } });
  // The same submission again gets the same response, and another one is refused.
  expect((await browser.post("sign", submission)).data).toEqual(signed.data);
  expect((await browser.post("sign", { ...submission, submissionId: newSubmissionId() })).status).toBe(409);
  expect((await readTrail(tenant, requestId)).map(({ action }) => action)).toEqual(["viewed", "consented", "signed"]);
  expect((await readTrail(tenant, requestId))[0]).toMatchObject({
    actorType: "esign_recipient",
    actorLabel: "Signer 1",
    recipientId: id,
    ipAddress: expect.stringMatching(/^10\./),
    userAgent: "Test browser",
  });
  expect(await listTypes(tenant)).toEqual(["esign_request.viewed", "esign_request.updated", "esign_request.signed"]);
  const { body } = await openApi(server, tenant.secret).get(`/esign-requests/${requestId}`);
  const { fields } = readRecord(body, "esignRequest") as { fields: { value: string | null }[] };
  expect(fields.map(({ value }) => value)).toEqual([
    null,
    "Atlanta",
    expect.stringMatching(/^\d\d\/\d\d\/\d{4}$/),
    null,
  ]);
  expect(await readRow(tenant, "EsignRequest", requestId)).toMatchObject({ status: "sealing", nextReminderAt: null });
  expect((await browser.post("leave", {})).status).toBe(200);
  expect((await browser.get("session")).status).toBe(401);
});

test("acceptance 6: reads leave trail and status alone, also of a link that opens once", async () => {
  const { tenant, requestId, recipients } = await arrange();
  const [{ token, id }] = recipients as [(typeof recipients)[0]];
  for (let count = 0; count < 50; count += 1) {
    expect((await openBrowser(server).post("look", { token })).status).toBe(200);
    if (count < 3) for (const method of ["GET", "HEAD"] as const) await openBrowser(server).get("session", method);
  }
  expect(await readTrail(tenant, requestId)).toEqual([]);
  expect(await readRow(tenant, "EsignRecipient", id)).toMatchObject({ status: "sent", viewedAt: null });
  const browser = openBrowser(server);
  await browser.post("begin", { token });
  const trail = await readTrail(tenant, requestId);
  for (let count = 0; count < 20; count += 1) {
    await browser.get("session");
    await browser.get("documents/1", "HEAD");
  }
  expect(await readTrail(tenant, requestId)).toEqual(trail);
});

test("a link that opens once opens once", async () => {
  const { tenant, requestId, recipients } = await arrange();
  const [{ id: recipientId }] = recipients as [(typeof recipients)[0]];
  const { token, digest } = createLinkToken();
  await insertFor(tenant, {
    EsignLink: {
      organizationId: tenant.organizationId,
      id: newId("esignLink"),
      requestId,
      recipientId,
      kind: "once",
      tokenDigest: digest,
      expiresAt: new Date(Date.now() + 900_000).toISOString(),
    },
  });
  const begins = await Promise.all([1, 2, 3, 4].map(() => openBrowser(server).post("begin", { token })));
  expect(begins.map(({ status }) => status).toSorted()).toEqual([200, 404, 404, 404]);
  expect((await openBrowser(server).post("look", { token })).status).toBe(404);
});

test("acceptance 11: unknown, ended and malformed tokens, and those whose recipient has nothing to open, have the same 404", async () => {
  const { tenant, requestId, recipients } = await arrange({ recipients: [{}, { status: "waiting", order: 2 }] });
  const [first, waiting] = recipients as [(typeof recipients)[0], (typeof recipients)[0]];
  const refuse = async (token: string) => {
    const replies = [
      await openBrowser(server).post("look", { token }),
      await openBrowser(server).post("begin", { token }),
      await openBrowser(server).post("code", { token }),
    ];
    expect(replies.map(({ status }) => status)).toEqual([404, 404, 404]);
    return replies[0]?.text;
  };
  const unknown = await refuse(createLinkToken().token);
  expect(await refuse("no token")).toBe(unknown);
  expect(await refuse(`${first.token.slice(0, -1)}!`)).toBe(unknown);
  expect(await refuse(waiting.token)).toBe(unknown);
  await changeRow(tenant, "EsignRequest", requestId, { status: "voided", endedAt: new Date().toISOString() });
  expect(await refuse(first.token)).toBe(unknown);
});

test("acceptance 11: the 61st request of an address in a minute is 429; a session goes on", async () => {
  const { recipients } = await arrange();
  const [{ token }] = recipients as [(typeof recipients)[0]];
  const browser = openBrowser(server, "198.51.100.7");
  await browser.post("begin", { token });
  for (let count = 1; count < 60; count += 1) expect((await browser.post("look", { token: "x" })).status).toBe(404);
  const refused = await browser.post("look", { token });
  expect([refused.status, Number(refused.headers.get("retry-after")) > 0]).toEqual([429, true]);
  expect((await openBrowser(server, "198.51.100.8").post("look", { token })).status).toBe(200);
});

test("acceptance 11: five wrong codes lock the recipient, whose links end; the right one after four begins", async () => {
  const digested = (recipientId: string) => digestPasscode(server.services, recipientId, "blue heron");
  const arranged = await arrange();
  const { tenant, requestId, recipients } = arranged;
  const [{ token, id }] = recipients as [(typeof recipients)[0]];
  await changeRow(tenant, "EsignRecipient", id, { authentication: "passcode", passcodeDigest: digested(id) });
  const browser = openBrowser(server);
  expect((await browser.post("look", { token })).data).toMatchObject({
    authentication: "passcode",
    maskedAddress: null,
  });
  expect((await browser.post("begin", { token })).status).toBe(400);
  for (let count = 0; count < 4; count += 1)
    expect((await browser.post("begin", { token, code: "wrong" })).status).toBe(403);
  // Spaces around it are not seen by who types it.
  expect((await browser.post("begin", { token, code: " blue heron " })).status).toBe(200);
  for (let count = 0; count < 4; count += 1)
    expect((await browser.post("begin", { token, code: "wrong" })).status).toBe(403);
  expect((await browser.post("begin", { token, code: "wrong" })).status).toBe(409);
  expect((await browser.post("begin", { token, code: "blue heron" })).status).toBe(404);
  expect((await browser.get("session")).status).toBe(401);
  expect(await readRow(tenant, "EsignRecipient", id)).toMatchObject({ status: "locked" });
  expect(await readRow(tenant, "EsignRequest", requestId)).toMatchObject({ needsAttention: true });
  expect(await listTypes(tenant)).toEqual(["esign_request.viewed", "esign_request.recipient_locked"]);
  const actions = (await readTrail(tenant, requestId)).map(({ action }) => action);
  expect(actions.slice(-2)).toEqual(["authentication_failed", "locked"]);
});

test("a code is emailed, holds for ten minutes and one use, and is not sent twice in half a minute", async () => {
  const { tenant, recipients } = await arrange({
    recipients: [{ authentication: "email_code", email: "rosa@example.com" }],
  });
  const [{ token, id }] = recipients as [(typeof recipients)[0]];
  await mails.take();
  const browser = openBrowser(server);
  expect((await browser.post("look", { token })).data).toMatchObject({ maskedAddress: "r•••@example.com" });
  expect((await browser.post("code", { token })).data).toEqual({ maskedAddress: "r•••@example.com" });
  const again = await browser.post("code", { token });
  expect([again.status, Number(again.headers.get("retry-after")) > 0]).toEqual([429, true]);
  const [mail] = await mails.take();
  expect(mail?.to).toBe("rosa@example.com");
  const code = /\b\d{6}\b/.exec(mail?.text ?? "")?.[0] ?? "";
  await changeRow(tenant, "EsignRecipient", id, { codeExpiresAt: new Date(Date.now() - 1_000).toISOString() });
  expect((await browser.post("begin", { token, code })).status).toBe(403);
  await changeRow(tenant, "EsignRecipient", id, { codeExpiresAt: new Date(Date.now() + 60_000).toISOString() });
  expect((await browser.post("begin", { token, code })).status).toBe(200);
  expect((await openBrowser(server).post("begin", { token, code })).status).toBe(403);
});

test("signers of the next order are emailed when all of the order before have signed; the mail names nothing", async () => {
  const { tenant, requestId, recipients } = await arrange({
    request: { title: "qzcanaryxv", message: "qzcanaryxv" },
    recipients: [{ name: "qzcanaryxv" }, {}, { order: 2, status: "waiting", email: "next@example.com" }],
  });
  const [first, second, third] = recipients as [(typeof recipients)[0], (typeof recipients)[0], (typeof recipients)[0]];
  await mails.take();
  for (const { token } of [first, second]) {
    expect(await mails.take()).toEqual([]);
    const browser = openBrowser(server);
    await beginAndAgree(browser, token);
    const reply = await browser.post("sign", {
      submissionId: newSubmissionId(),
      signature: typedSignature,
      values: {},
    });
    expect(reply).toMatchObject({ status: 200, data: { status: "sent" } });
  }
  const [mail, ...more] = await mails.take();
  expect([mail?.to, more]).toEqual(["next@example.com", []]);
  expect(`${mail?.subject} ${mail?.text}`).not.toContain("qzcanaryxv");
  expect(await readRow(tenant, "EsignRecipient", third.id)).toMatchObject({ status: "sent" });
  expect((await readTrail(tenant, requestId)).at(-1)).toMatchObject({ action: "notified", recipientId: third.id });
  const token = /\/sign\/(\w+)$/.exec(mail?.path ?? "")?.[1] ?? "";
  expect((await openBrowser(server).post("begin", { token })).status).toBe(200);
  const events = JSON.stringify(await readEvents(tenant));
  expect(events).not.toContain("qzcanaryxv");
});

/** Jobs that seal a request. */
async function countSealings(tenant: TestTenant, requestId: string): Promise<number> {
  const { rows } = await tenant.inside((transaction) =>
    sql`SELECT FROM pgboss.job WHERE name = 'esign-seal' AND data->>'requestId' = ${requestId}`.execute(transaction),
  );
  return rows.length;
}

const rounds = 20;

test("acceptance 9: two signers of one order at the same instant, 20 times: both sign, one sealing", async () => {
  for (let round = 0; round < rounds; round += 1) {
    const { tenant, requestId, recipients } = await arrange({ recipients: [{}, {}] });
    const browsers = await Promise.all(
      recipients.map(async ({ token }) => {
        const browser = openBrowser(server);
        await beginAndAgree(browser, token);
        return browser;
      }),
    );
    const replies = await Promise.all(
      browsers.map((browser) =>
        browser.post("sign", { submissionId: newSubmissionId(), signature: typedSignature, values: {} }),
      ),
    );
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    expect(replies.map(({ data }) => data["status"]).toSorted()).toEqual(["sealing", "sent"]);
    expect(await readRow(tenant, "EsignRequest", requestId)).toMatchObject({ status: "sealing" });
    expect(await countSealings(tenant, requestId)).toBe(1);
    expect((await listTypes(tenant)).filter((type) => type === "esign_request.signed")).toHaveLength(2);
  }
});

test("acceptance 9: void and last signature at once, 20 times: never both", async () => {
  for (let round = 0; round < rounds; round += 1) {
    const { tenant, requestId, recipients } = await arrange();
    const browser = openBrowser(server);
    await beginAndAgree(browser, recipients[0]?.token ?? "");
    const submission = { submissionId: newSubmissionId(), signature: typedSignature, values: {} };
    // Each is first in half of the rounds.
    const sign = async () => {
      if (round % 2 === 1) await delay(15);
      return browser.post("sign", submission);
    };
    const end = () =>
      openApi(server, tenant.secret).change("POST", `/esign-requests/${requestId}/void`, { reason: "Wrong fee" });
    const [signed, voided] = await Promise.all([sign(), end()]);
    const { status } = await readRow(tenant, "EsignRequest", requestId);
    const { signature } = await readRow(tenant, "EsignRecipient", recipients[0]?.id ?? "");
    const types = (await listTypes(tenant)).filter((type) => /signed|voided/.test(type));
    const jobs = await countSealings(tenant, requestId);
    if (status === "sealing")
      expect([signed.status, voided.status, signature, types, jobs]).toEqual([
        200,
        409,
        "encrypted",
        ["esign_request.signed"],
        1,
      ]);
    else {
      expect(status).toBe("voided");
      // The session ended with the request.
      expect([[401, 404].includes(signed.status), voided.status, signature, types, jobs]).toEqual([
        true,
        200,
        null,
        ["esign_request.voided"],
        0,
      ]);
    }
  }
});

test("acceptance 15: titles, messages, reasons, names and addresses are in no event, no log and no job but that of an email's address", async () => {
  const texts = { title: "Qzfirst", message: "Qzsecond", name: "Qzthird", reason: "Qzfourth", city: "Qzfifth" };
  const { tenant, requestId, recipients, fieldIds } = await arrange({
    request: { title: texts.title, message: texts.message },
    recipients: [{ name: texts.name, email: "qzsixth@example.com" }, { name: texts.name }],
    fields: [{ label: "City" }],
  });
  const api = openApi(server, tenant.secret);
  await api.change("POST", `/esign-requests/${requestId}/remind`, {});
  const [browser, other] = [openBrowser(server), openBrowser(server)];
  await beginAndAgree(browser, recipients[0]?.token ?? "");
  const values = { [fieldIds["City"] ?? ""]: texts.city };
  await browser.post("sign", { submissionId: newSubmissionId(), signature: typedSignature, values });
  await api.get(`/esign-requests/${requestId}`);
  await beginAndAgree(other, recipients[1]?.token ?? "");
  await other.post("decline", { reason: texts.reason });
  expect(await readRow(tenant, "EsignRequest", requestId)).toMatchObject({ endReason: texts.reason });
  const owner = await server.connectOwner();
  onTestFinished(() => owner.end());
  // A response that is stored for its idempotency key is the response; `seen_mail` is this test's mailbox.
  const beside = new Set([`public."IdempotencyRecord"`, "public.seen_mail"]);
  const find = async (text: string) => (await findTablesWithTexts(owner, [text])).filter((table) => !beside.has(table));
  expect(await find(texts.title)).toEqual([`public."EsignRequest"`]);
  expect(await find(texts.message)).toEqual([`public."EsignRequest"`]);
  expect(await find(texts.reason)).toEqual([`public."EsignRequest"`]);
  expect(await find(texts.name)).toEqual([`public."EsignRecipient"`]);
  expect(await find(texts.city)).toEqual([]);
  const withAddress = await find("qzsixth@example.com");
  expect(withAddress.filter((table) => !table.startsWith("pgboss."))).toEqual([`public."EsignRecipient"`]);
});

test("who declines, or asks for paper, ends the request for all", async () => {
  const { tenant, requestId, recipients } = await arrange({ recipients: [{}, {}] });
  const [first, second] = recipients as [(typeof recipients)[0], (typeof recipients)[0]];
  const [browser, other] = [openBrowser(server), openBrowser(server)];
  await browser.post("begin", { token: first.token });
  await beginAndAgree(other, second.token);
  expect((await browser.post("decline", { onPaper: true })).status).toBe(200);
  expect(await readRow(tenant, "EsignRequest", requestId)).toMatchObject({
    status: "declined",
    endReason: "The recipient wants to sign on paper.",
  });
  expect(await readRow(tenant, "EsignRecipient", first.id)).toMatchObject({ status: "declined" });
  expect(await readRow(tenant, "EsignRecipient", second.id)).toMatchObject({ status: "cancelled" });
  const signed = await other.post("sign", { submissionId: newSubmissionId(), signature: typedSignature, values: {} });
  expect([signed.status, (await other.get("documents/1")).status]).toEqual([401, 401]);
  expect(await listTypes(tenant)).toContain("esign_request.declined");
});

test("acceptance 18: 2,001 points, a value of 1,001 characters, NUL, and what cannot be printed: 400, and nothing is written", async () => {
  const { tenant, requestId, recipients, fieldIds } = await arrange({ fields: [{ label: "City" }] });
  const [{ token, id }] = recipients as [(typeof recipients)[0]];
  const browser = openBrowser(server);
  await beginAndAgree(browser, token);
  const before = [await readTrail(tenant, requestId), await readRow(tenant, "EsignRequest", requestId)];
  const city = fieldIds["City"] ?? "";
  const drawn = (strokes: number[][][]) => ({ mode: "drawn", width: 1_000, height: 400, strokes });
  const right = { submissionId: newSubmissionId(), signature: typedSignature, values: { [city]: "Atlanta" } };
  const points = Array.from({ length: 2_001 }, (_, index) => [index % 1_000, 1]);
  const faulty: object[] = [
    { signature: drawn([points]) },
    { signature: drawn(Array.from({ length: 61 }, () => [[1, 1]])) },
    { signature: drawn([[[1, 10_001]]]) },
    { signature: drawn([]) },
    { signature: { mode: "typed", text: " " } },
    { signature: { mode: "typed", text: "Rosa\u0000" } },
    { signature: { mode: "typed", text: "漢字" } },
    { values: { [city]: "a".repeat(1_001) } },
    { values: { [city]: "a\u0000b" } },
    { values: { [city]: "\ud800" } },
    { values: { [city]: "W".repeat(90) } },
    { values: { [city]: "漢字" } },
    { values: {} },
    { values: { [city]: "Atlanta", esf_other: "x" } },
    { submissionId: "short" },
    { more: 1 },
  ];
  for (const change of faulty) {
    const reply = await browser.post("sign", { ...right, ...change });
    expect([reply.status, JSON.stringify(change).slice(0, 80)]).toEqual([400, JSON.stringify(change).slice(0, 80)]);
  }
  expect([await readTrail(tenant, requestId), await readRow(tenant, "EsignRequest", requestId)]).toEqual(before);
  expect(await readRow(tenant, "EsignRecipient", id)).toMatchObject({ status: "viewed", signature: null });
  expect((await browser.post("sign", { ...right, values: { [city]: "W".repeat(90) } })).faults).toEqual([
    { path: `values.${city}`, message: "does_not_fit" },
  ]);
  expect((await browser.post("sign", right)).status).toBe(200);
});

test("another site's page, another method and another content type are refused", async () => {
  const { recipients } = await arrange();
  const [{ token }] = recipients as [(typeof recipients)[0]];
  const send = (init: RequestInit) => fetch(`${server.baseUrl}/api/signing/begin`, init).then(({ status }) => status);
  const body = JSON.stringify({ token });
  const json = { "Content-Type": "application/json" };
  expect(await send({ method: "POST", body, headers: { ...json, Origin: "https://elsewhere.example" } })).toBe(403);
  expect(await send({ method: "POST", body, headers: json })).toBe(403);
  expect(await send({ method: "POST", body, headers: { "Content-Type": "text/plain", Origin: server.origin } })).toBe(
    415,
  );
  expect(await send({ method: "GET" })).toBe(405);
  expect(await send({ method: "DELETE", headers: { Origin: server.origin } })).toBe(405);
  expect((await fetch(`${server.baseUrl}/api/signing/nothing`)).status).toBe(404);
});

test("acceptance 14: a session of one firm is none of another, and its document is of its own request", async () => {
  const one = await arrange();
  const other = await arrange();
  const browser = openBrowser(server);
  await browser.post("begin", { token: one.recipients[0]?.token });
  expect((await browser.get("session")).status).toBe(200);
  browser.cookie = browser.cookie.replace(one.tenant.organizationId, other.tenant.organizationId);
  expect((await browser.get("session")).status).toBe(401);
});

test("a session that was idle for 30 minutes, and one of a request that expired, have ended", async () => {
  const { tenant, requestId, recipients } = await arrange();
  const browser = openBrowser(server);
  await browser.post("begin", { token: recipients[0]?.token });
  const { id } = await tenant.inside((transaction) =>
    transaction.selectFrom("EsignSession").select("id").where("requestId", "=", requestId).executeTakeFirstOrThrow(),
  );
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
  await changeRow(tenant, "EsignSession", id, { lastSeenAt: minutesAgo(29) });
  expect((await browser.get("session")).status).toBe(200);
  await changeRow(tenant, "EsignSession", id, { lastSeenAt: minutesAgo(31) });
  expect((await browser.get("session")).status).toBe(401);
  await changeRow(tenant, "EsignSession", id, { lastSeenAt: minutesAgo(1) });
  await changeRow(tenant, "EsignRequest", requestId, { expiresAt: minutesAgo(1) });
  expect((await browser.get("session")).status).toBe(404);
});
