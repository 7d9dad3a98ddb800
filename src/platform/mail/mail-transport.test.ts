import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { expect, onTestFinished, test } from "vitest";
import { formatMessageId, openMailTransport, RecipientRejected } from "./mail-transport.ts";

interface Received {
  from: string;
  to: string[];
  text: string;
}

/** A real SMTP server on a free port. */
async function startSmtp(options: SMTPServerOptions = {}): Promise<{ port: number; received: Received[] }> {
  const received: Received[] = [];
  const server = new SMTPServer({
    disabledCommands: ["STARTTLS"],
    authOptional: true,
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          from: mailFrom === false ? "" : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          text: Buffer.concat(chunks).toString(),
        });
        done();
      });
    },
    ...options,
  });
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  onTestFinished(() => new Promise<void>((closed) => server.close(() => closed())));
  return { port: (server.server.address() as AddressInfo).port, received };
}

function open(smtpUrl: string) {
  const transport = openMailTransport({
    smtpUrl,
    mailFrom: "portal@firm.example",
    dataDirectory: "/nonexistent",
    baseUrl: "https://portal.firm.example",
  });
  onTestFinished(() => transport.close());
  return transport;
}

test("an email is plain text with the page's full URL, and the same email has the same ID", async () => {
  const { port, received } = await startSmtp();
  const transport = open(`smtp://127.0.0.1:${port}`);
  const mail = {
    to: "ada@firm.example",
    subject: "Key “Intake” ends soon",
    text: "Ends in 7 days.",
    path: "/o/firm/credentials",
  };
  await transport.deliver(mail, "4711");
  await transport.deliver(mail, "4711");
  expect(received.map(({ from, to }) => [from, to])).toEqual([
    ["portal@firm.example", ["ada@firm.example"]],
    ["portal@firm.example", ["ada@firm.example"]],
  ]);
  for (const { text } of received) {
    expect(text).toMatch(/^Message-ID: <4711@portal\.firm\.example>\r$/m);
    expect(text).toMatch(/^Auto-Submitted: auto-generated\r$/m);
    expect(text).toContain("Ends in 7 days.\r\n\r\nhttps://portal.firm.example/o/firm/credentials\r\n");
    expect(text).not.toContain("text/html");
  }
});

test("the user name and password of the URL are used", async () => {
  const seen: unknown[] = [];
  const { port, received } = await startSmtp({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) => {
      seen.push([username, password]);
      done(null, { user: username });
    },
  });
  await open(`smtp://portal%40firm:p%3Ass@127.0.0.1:${port}`).deliver(
    { to: "ada@firm.example", subject: "x", text: "x" },
    "1",
  );
  expect(seen).toEqual([["portal@firm", "p:ss"]]);
  expect(received).toHaveLength(1);
});

test("text in names and addresses cannot add a header or a recipient", async () => {
  const { port, received } = await startSmtp();
  const transport = open(`smtp://127.0.0.1:${port}`);
  await transport.deliver(
    { to: "ada@firm.example", subject: "Key\r\nBcc: eve@evil.example", text: "x\r\n.\r\nMAIL FROM:<eve@evil.example>" },
    "1",
  );
  await transport
    .deliver({ to: "ada@firm.example, eve@evil.example", subject: "x", text: "x" }, "2")
    .catch(() => undefined);
  expect(received.flatMap(({ to }) => to).filter((address) => address.includes("eve"))).toEqual([]);
  expect(received[0]?.text).not.toMatch(/^Bcc:/m);
});

test("sender name, reply-to and thread are headers, and files are attached", async () => {
  const { port, received } = await startSmtp();
  const [first, second] = ["<first@client.example>", formatMessageId("4710", "https://portal.firm.example")];
  await open(`smtp://127.0.0.1:${port}`).deliver(
    {
      to: "ada@client.example",
      subject: "Re: Your documents",
      text: "Enclosed.",
      senderName: "Voss & Partners, “Injury” Law",
      replyTo: "office@firm.example",
      thread: { inReplyTo: second, references: [first, second] },
    },
    "4711",
    [{ fileName: "Übersicht.pdf", contentType: "application/pdf", bytes: Readable.from([Buffer.from("%PDF-1.7")]) }],
  );
  const message = received[0]?.text ?? "";
  expect(message).toMatch(/^From: =\?UTF-8\?[^<>]*<portal@firm\.example>\r$/m);
  expect(message).toMatch(/^Reply-To: office@firm\.example\r$/m);
  expect(message).toMatch(/^In-Reply-To: <4710@portal\.firm\.example>\r$/m);
  expect(message).toMatch(/^References: <first@client\.example>\s+<4710@portal\.firm\.example>\r$/m);
  expect(message).toMatch(/^Content-Type: application\/pdf/m);
  expect(message).toMatch(/^Content-Disposition: attachment;/m);
  expect(message).toContain(Buffer.from("%PDF-1.7").toString("base64"));
});

test("a thread's first email and the newest are in References, and nothing that is no Message-ID", async () => {
  const { port, received } = await startSmtp();
  const transport = open(`smtp://127.0.0.1:${port}`);
  const ids = Array.from({ length: 30 }, (_, index) => `<m${index}@client.example>`);
  const mail = { to: "ada@client.example", subject: "x", text: "x" };
  await transport.deliver({ ...mail, thread: { inReplyTo: "<m29@client.example>", references: ids } }, "1");
  await transport.deliver(
    {
      ...mail,
      thread: {
        inReplyTo: "<m1@client.example>",
        references: ["<a@b>\r\nBcc: eve@evil.example", "<m1@client.example>"],
      },
    },
    "2",
  );
  await transport.deliver({ ...mail, thread: { inReplyTo: "<a@b>\r\nBcc: eve@evil.example", references: ids } }, "3");
  const references = received.map(({ text }) =>
    [...(/^References:(.*(?:\r\n .*)*)/m.exec(text)?.[1] ?? "").matchAll(/<[^>]+>/g)].map(([id]) => id),
  );
  expect(references).toEqual([[ids[0], ...ids.slice(-19)], ["<m1@client.example>"], []]);
  expect(received.flatMap(({ to }) => to)).toEqual(Array.from({ length: 3 }, () => "ada@client.example"));
  expect(received.map(({ text }) => text).join("\n")).not.toContain("evil");
});

test("text in the sender's name, reply-to and file names cannot add a header or a recipient", async () => {
  const { port, received } = await startSmtp();
  await open(`smtp://127.0.0.1:${port}`).deliver(
    {
      to: "ada@firm.example",
      subject: "x",
      text: "x",
      senderName: "Voss\r\nBcc: eve@evil.example",
      replyTo: "office@firm.example\r\nBcc: eve@evil.example",
    },
    "1",
    [{ fileName: "a\r\nBcc: eve@evil.example", contentType: "text/plain", bytes: Readable.from(["x"]) }],
  );
  expect(received.map(({ to }) => to)).toEqual([["ada@firm.example"]]);
  expect(received[0]?.text).not.toMatch(/^Bcc:/m);
});

function rejectRecipient(responseCode: number, message: string): SMTPServerOptions {
  return {
    onRcptTo: (_address, _session, done) => done(Object.assign(new Error(message), { responseCode })),
  };
}

test("fails when the server is unavailable or rejects the email", async () => {
  const { port } = await startSmtp(rejectRecipient(450, "mailbox busy"));
  const mail = { to: "ada@firm.example", subject: "x", text: "x" };
  await expect(open(`smtp://127.0.0.1:${port}`).deliver(mail, "1")).rejects.toThrow("rejected");
  await expect(open("smtp://127.0.0.1:1").deliver(mail, "1")).rejects.toThrow();
});

test.each([
  [550, "no such user", true],
  [550, "5.1.1 no such user", true],
  [553, "5.1.3 bad address", true],
  [450, "4.1.1 try again", false],
  [550, "5.7.1 relaying denied", false],
  [552, "5.2.2 mailbox full", false],
])("%i %s: the address does not exist: %s", async (responseCode, message, isRejected) => {
  const { port } = await startSmtp(rejectRecipient(responseCode, message));
  const mail = { to: "ada@firm.example", subject: "x", text: "x" };
  const error: unknown = await open(`smtp://127.0.0.1:${port}`)
    .deliver(mail, "1")
    .catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(Error);
  expect(error instanceof RecipientRejected).toBe(isRejected);
});

test("of several recipients, the mail goes to those whom the server knows, and says who is unknown", async () => {
  const { port } = await startSmtp({
    onRcptTo: ({ address }, _session, done) => {
      const faults: Record<string, [number, string]> = {
        "gone@example.com": [550, "5.1.1 no such user"],
        "full@example.com": [552, "5.2.2 mailbox full"],
      };
      const [responseCode, message] = faults[address] ?? [];
      done(message === undefined ? null : Object.assign(new Error(message), { responseCode }));
    },
  });
  const unknown: string[] = [];
  const mail = { to: "ada@firm.example", alsoTo: ["gone@example.com", "full@example.com"], subject: "x", text: "x" };
  await open(`smtp://127.0.0.1:${port}`).deliver(mail, "1", [], (address) => unknown.push(address));
  expect(unknown).toEqual(["gone@example.com"]);
});
