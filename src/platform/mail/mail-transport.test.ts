import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { expect, onTestFinished, test } from "vitest";
import { openMailTransport } from "./mail-transport.ts";

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

test("fails when the server is unavailable or rejects the email", async () => {
  const { port } = await startSmtp({
    onRcptTo: (_address, _session, done) => done(Object.assign(new Error("no such user"), { responseCode: 550 })),
  });
  const mail = { to: "ada@firm.example", subject: "x", text: "x" };
  await expect(open(`smtp://127.0.0.1:${port}`).deliver(mail, "1")).rejects.toThrow();
  await expect(open("smtp://127.0.0.1:1").deliver(mail, "1")).rejects.toThrow();
});
