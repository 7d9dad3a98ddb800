import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openApi, readBody, type Api } from "../../../testing/harness/requests/api.ts";
import { startTestServer, type TestServer } from "../../../testing/harness/server.ts";
import { changeRow, createCase, createTenant, type TestTenant } from "../../../testing/harness/tenant.ts";
import { countTraces, readEvents } from "../../../testing/harness/traces.ts";
import { createLead } from "../../leads/fixtures.ts";
import type { Conversation } from "../conversations/schema.ts";
import type { LastClientContact } from "../timeline/schema.ts";
import type { Message } from "../messages/schema.ts";

let server: TestServer;
let tenant: TestTenant;
let api: Api;
beforeAll(async () => {
  server = await startTestServer();
  tenant = await createTenant(server.services.database);
  api = openApi(server, tenant.secret);
});
afterAll(() => server.close(1000));

let keys = 0;
/** As an integration sends a file. */
async function send(fields: Record<string, string>, file: Buffer | string, name = "mail.eml", type = "message/rfc822") {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  form.append("file", new Blob([Buffer.from(file)], { type }), name);
  keys += 1;
  const response = await fetch(`${server.baseUrl}/api/v1/emails`, {
    method: "POST",
    headers: { "x-api-key": tenant.secret, "x-idempotency-key": `email-${keys}` },
    body: form,
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}
const recorded = async (...sent: Parameters<typeof send>): Promise<Message> => {
  const { status, body } = await send(...sent);
  expect([status, body]).toEqual([201, expect.any(Object)]);
  return body["message"] as Message;
};

const client = "rosa.diaz@example.com";
let ids = 0;
const newId = (host = "mail.example.com") => {
  ids += 1;
  return `<${ids}.${tenant.organizationId}@${host}>`;
};
const write = (headers: Record<string, string>, body: string) =>
  [
    ...Object.entries({
      From: `Rosa Díaz <${client}>`,
      To: "Firm <intake@firm.example.com>",
      "MIME-Version": "1.0",
      "Content-Type": "text/plain; charset=utf-8",
      ...headers,
    }).map(([name, value]) => `${name}: ${value}`),
    "",
    body,
  ].join("\r\n");

const pdf = Buffer.from("%PDF-1.7\n%âãÏÓ\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n");
/** Words in quoted-printable, as HTML, too, and a PDF. */
const rich = (messageId: string) =>
  write(
    {
      Subject: "=?utf-8?Q?R=C3=A9cords?=",
      "Message-ID": messageId,
      Date: "Tue, 10 Mar 2026 23:59:00 -0400",
      "Content-Type": 'multipart/mixed; boundary="outer"',
    },
    [
      "--outer",
      'Content-Type: multipart/alternative; boundary="inner"',
      "",
      "--inner",
      "Content-Type: text/plain; charset=utf-8",
      "Content-Transfer-Encoding: quoted-printable",
      "",
      "Here=E2=80=99s what the clinic gave me, and it is all that they =\r\nhave.",
      "--inner",
      "Content-Type: text/html; charset=utf-8",
      "",
      "<p>Here’s <b>what</b> the clinic gave me</p>",
      "--inner--",
      "--outer",
      'Content-Type: application/pdf; name="clinic.pdf"',
      'Content-Disposition: attachment; filename="clinic.pdf"',
      "Content-Transfer-Encoding: base64",
      "",
      pdf.toString("base64"),
      "--outer--",
      "",
    ].join("\r\n"),
  );

describe("acceptance 11: an .eml", () => {
  test("with quoted-printable, a PDF and HTML is one message with text, one document, its attachment listed", async () => {
    const { caseId, clientId } = await createCase(tenant);
    await changeRow(tenant, "Client", clientId, { emailKey: client });
    const file = rich(newId());
    const message = await recorded({ caseId }, file);
    expect(message).toMatchObject({
      caseId,
      channel: "email",
      direction: "inbound",
      status: "received",
      from: { name: "Rosa Díaz", address: client, clientId },
      to: [{ name: "Firm", address: "intake@firm.example.com" }],
      subject: "Récords",
      bodyText: "Here’s what the clinic gave me, and it is all that they have.",
      occurredAt: "2026-03-11T03:59:00.000Z",
      attachments: [
        {
          documentId: expect.any(String),
          name: "mail.eml",
          sizeBytes: Buffer.byteLength(file),
          contentType: "message/rfc822",
        },
        { documentId: null, name: "clinic.pdf", sizeBytes: pdf.length, contentType: "application/pdf" },
      ],
    });
    const { documents } = readBody<{ documents: { id: string; name: string; contentType: string }[] }>(
      await api.get(`/cases/${caseId}/documents`),
    );
    expect(documents).toMatchObject([
      { id: message.attachments[0]?.documentId, name: "mail.eml", contentType: "message/rfc822", status: "available" },
    ]);
    const types = (await readEvents(tenant)).slice(-3).map(({ eventType }) => eventType);
    expect(types.toSorted()).toEqual(["conversation.created", "document.created", "message.received"]);
  });

  test("of a Message-ID that is recorded is 409, and nothing is written; a ZIP that was renamed is 400", async () => {
    const { caseId } = await createCase(tenant);
    const messageId = newId();
    await recorded({ caseId }, rich(messageId));
    const before = await countTraces(tenant);
    const again = await send({ caseId }, rich(messageId));
    expect([again.status, again.body["code"]]).toEqual([409, "DUPLICATE_ENTRY"]);
    const zip = Buffer.concat([Buffer.from("PK\u0003\u0004"), Buffer.alloc(200, 1)]);
    for (const [file, name] of [
      [zip, "mail.eml"],
      ["Dear firm, this is a letter and no email.", "mail.eml"],
      [pdf, "mail.eml"],
      [rich(newId()), "mail.zip"],
    ] as const) {
      const reply = await send({ caseId }, file, name);
      expect([name, reply.status, reply.body["code"]]).toEqual([name, 400, "VALIDATION_FAILED"]);
    }
    expect(await countTraces(tenant)).toEqual(before);
    expect(readBody<{ documents: object[] }>(await api.get(`/cases/${caseId}/documents`)).documents).toHaveLength(1);
  });

  test("of an archived case is 409, and says what is possible", async () => {
    const { caseId } = await createCase(tenant, { matterStatus: "archived" });
    const { status, body } = await send({ caseId }, rich(newId()));
    expect([status, body["code"]]).toEqual([409, "INVALID_STATE_TRANSITION"]);
    expect(JSON.stringify(body)).toContain("POST /messages/log");
  });

  test("whose Message-ID holds what no column or index holds is recorded without it", async () => {
    const { caseId } = await createCase(tenant);
    const unusual = Array.from({ length: 900 }, (_, index) =>
      String.fromCodePoint(0x4e00 + ((index * 7_919) % 20_000)),
    );
    for (const id of [`<a\0b@example.com>`, `<${unusual.join("")}@example.com>`]) {
      const headers = { "Message-ID": id, "In-Reply-To": id, References: id };
      expect((await recorded({ caseId }, write(headers, "Hello"))).messageIdHeader).toBeNull();
    }
  });

  test("of several at once one is recorded", async () => {
    const { caseId } = await createCase(tenant);
    const file = rich(newId());
    const replies = await Promise.all([1, 2, 3].map(() => send({ caseId }, file)));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
  });
});

test("an out-of-office reply and a delivery report are automated, and wait for no answer; what a person writes does", async () => {
  const { caseId } = await createCase(tenant);
  const first = newId();
  const sent = await recorded(
    { caseId, direction: "outbound" },
    write({ "Message-ID": first, Date: "Tue, 10 Mar 2026 12:00:00 -0400" }, "One"),
  );
  const isAnswered = async () =>
    readBody<{ conversation: Conversation }>(await api.get(`/conversations/${sent.conversationId}`)).conversation
      .unansweredSince === null;
  const reply = { "In-Reply-To": first, Date: "Tue, 10 Mar 2026 13:00:00 -0400" };
  const away = { ...reply, "Message-ID": newId(), "Auto-Submitted": "auto-replied" };
  const report = { ...reply, "Message-ID": newId(), "Content-Type": 'multipart/report; boundary="x"' };
  for (const headers of [away, report])
    expect(await recorded({ caseId }, write(headers, "I am away"))).toMatchObject({
      conversationId: sent.conversationId,
      isAutomated: true,
    });
  expect(await isAnswered()).toBe(true);
  // What is sent later answers those of before, and looks for the first that came after it.
  const later = { "In-Reply-To": first, "Message-ID": newId(), Date: "Tue, 10 Mar 2026 12:30:00 -0400" };
  await recorded({ caseId }, write({ ...later, Date: "Tue, 10 Mar 2026 12:15:00 -0400" }, "Thank you"));
  expect(await isAnswered()).toBe(false);
  await recorded({ caseId, direction: "outbound" }, write({ ...later, "Message-ID": newId() }, "Welcome"));
  expect(await isAnswered()).toBe(true);
  await recorded({ caseId }, write({ ...reply, "Message-ID": newId() }, "One more question"));
  expect(await isAnswered()).toBe(false);
});

describe("an email's time, people and direction", () => {
  test("an unreadable Date, none, and one in the future are now", async () => {
    const { caseId } = await createCase(tenant);
    for (const headers of [{ Date: "yesterday" }, {}, { Date: "Fri, 1 Jan 2100 00:00:00 +0000" }]) {
      const begun = new Date().toISOString();
      const { occurredAt } = await recorded({ caseId }, write({ "Message-ID": newId(), ...headers }, "Hello"));
      expect(occurredAt >= begun && occurredAt <= new Date().toISOString()).toBe(true);
    }
  });

  test("one that a member sent is outbound, and moves the date of last contact; groups are their members", async () => {
    const { caseId, clientId } = await createCase(tenant);
    await changeRow(tenant, "Client", clientId, { emailKey: client });
    await changeRow(tenant, "Member", tenant.attorneyId, { email: "Ada@Firm.example.com" });
    const headers = {
      "Message-ID": newId(),
      From: "ada@firm.example.com",
      To: `Family: ${client}, other@example.com;`,
      Date: "Tue, 10 Mar 2026 12:00:00 -0400",
    };
    expect(await recorded({ caseId }, write(headers, "Hello"))).toMatchObject({
      direction: "outbound",
      status: "sent",
      to: [{ address: client, clientId }, { address: "other@example.com" }],
    });
    const reply = await api.get(`/cases/${caseId}/last-client-contact`);
    expect(readBody<{ lastClientContact: LastClientContact }>(reply).lastClientContact.lastClientContactOn).toBe(
      "2026-03-10",
    );
    const given = await recorded(
      { caseId, direction: "inbound" },
      write({ ...headers, "Message-ID": newId() }, "Hello"),
    );
    expect(given.direction).toBe("inbound");
  });

  test("one that the firm sent to nobody, and hostile headers, are 400", async () => {
    const { caseId } = await createCase(tenant);
    const references = Array.from({ length: 10_001 }, (_, index) => `<${index}@x>`).join("\r\n ");
    for (const headers of [
      { From: "=?utf-8?Q?Rosa=0D=0ABcc=3A_x?= <rosa@example.com>" },
      { From: "nobody" },
      { References: references },
      { Subject: "=?utf-8?Q?Hi=0D=0ABcc=3A_x?=" },
    ])
      expect((await send({ caseId }, write({ "Message-ID": newId(), ...headers }, "Hello"))).status).toBe(400);
    const toNobody = write({ "Message-ID": newId(), To: "" }, "Hello");
    expect((await send({ caseId, direction: "outbound" }, toNobody)).status).toBe(400);
    expect((await send({}, rich(newId()))).status).toBe(400);
    expect((await send({ caseId, leadId: await createLead(tenant) }, rich(newId()))).status).toBe(400);
  });

  test("another organization's case is not found, and an archived one takes no documents", async () => {
    const other = await createCase(await createTenant(server.services.database));
    expect((await send({ caseId: other.caseId }, rich(newId()))).status).toBe(404);
    const { caseId } = await createCase(tenant, { matterStatus: "archived" });
    expect((await send({ caseId }, rich(newId()))).status).toBe(409);
  });

  test("of a lead is a document of the lead, and an attempt to reach it", async () => {
    const leadId = await createLead(tenant);
    const message = await recorded({ leadId }, rich(newId()));
    expect(message).toMatchObject({ leadId, caseId: null });
    expect(readBody<{ lead: { contactAttemptCount: number } }>(await api.get(`/leads/${leadId}`)).lead).toMatchObject({
      contactAttemptCount: 1,
    });
  });
});

test("acceptance 12: three replies across two providers of mail stay in one conversation", async () => {
  const { caseId } = await createCase(tenant);
  const [gmail, outlook] = ["mail.gmail.com", "namprd05.prod.outlook.com"];
  const first = newId(gmail);
  const messages = [await recorded({ caseId }, write({ "Message-ID": first, Subject: "Offer" }, "One"))];
  // Outlook replies with both headers.
  const second = newId(outlook);
  const ofOutlook = { "Message-ID": second, Subject: "RE: Offer", "In-Reply-To": first, References: first };
  messages.push(await recorded({ caseId, direction: "outbound" }, write(ofOutlook, "Two")));
  // Gmail to what was not recorded, but refers to the whole thread.
  const third = newId(gmail);
  const ofGmail = { "Message-ID": third, "In-Reply-To": newId(outlook), References: `${first}\r\n ${second}` };
  messages.push(await recorded({ caseId }, write(ofGmail, "Three")));
  const fourth = { "Message-ID": newId(outlook), "In-Reply-To": third };
  messages.push(await recorded({ caseId, direction: "outbound" }, write(fourth, "Four")));
  expect(new Set(messages.map(({ conversationId }) => conversationId)).size).toBe(1);
  expect(messages.map(({ inReplyToMessageId }) => inReplyToMessageId)).toEqual([
    null,
    messages[0]?.id,
    messages[1]?.id,
    messages[2]?.id,
  ]);
  const { conversation } = readBody<{ conversation: Conversation }>(
    await api.get(`/conversations/${messages[0]?.conversationId}`),
  );
  expect(conversation).toMatchObject({ messageCount: 4, subject: "Offer", channel: "email" });
  // The thread of one case is none of another.
  const other = await createCase(tenant);
  const elsewhere = await recorded(
    { caseId: other.caseId },
    write({ "Message-ID": newId(), "In-Reply-To": first }, "Five"),
  );
  expect(elsewhere).toMatchObject({ caseId: other.caseId, inReplyToMessageId: null });
});
