import { describe, expect, test } from "vitest";
import { parseEmail, type ParsedEmail } from "./parse-email.ts";

const write = (headers: readonly string[], body = "Hello") =>
  Buffer.from([...headers, "MIME-Version: 1.0", "", body].join("\r\n"));
const from = "From: Rosa Diaz <rosa@example.com>";
const to = "To: firm@example.com";

async function read(bytes: Uint8Array): Promise<ParsedEmail> {
  const reading = await parseEmail(bytes);
  if (reading.problem !== null) throw new Error(reading.problem);
  return reading.email;
}

describe("an email", () => {
  test("has its people, subject, time, IDs and text", async () => {
    const headers = [
      from,
      "To: =?utf-8?Q?Mar=C3=ADa?= <maria@example.com>, Team: a@example.com, b@example.com;",
      "Cc: c@example.com",
      "Subject: =?utf-8?B?UsOpY29yZHM=?=",
      "Date: Tue, 10 Mar 2026 23:59:00 -0400",
      "Message-ID: <3@example.com>",
      "In-Reply-To: <2@example.com>",
      "References: <1@example.com>\r\n <2@example.com>",
      "Content-Type: text/plain; charset=utf-8",
      "Content-Transfer-Encoding: quoted-printable",
    ];
    expect(await read(write(headers, "I=E2=80=99ll call=\r\n you."))).toEqual({
      from: { name: "Rosa Diaz", address: "rosa@example.com" },
      to: [
        { name: "María", address: "maria@example.com" },
        { name: null, address: "a@example.com" },
        { name: null, address: "b@example.com" },
      ],
      cc: [{ name: null, address: "c@example.com" }],
      subject: "Récords",
      text: "I’ll call you.",
      isAutomated: false,
      at: "2026-03-11T03:59:00.000Z",
      messageId: "<3@example.com>",
      inReplyTo: "<2@example.com>",
      references: ["<1@example.com>", "<2@example.com>"],
      attachments: [],
    });
  });

  test("of HTML alone has its text: a line for each row of a table, without links, pictures and scripts", async () => {
    const html = `<style>p { color: red }</style><h1>Bills</h1><p>See <a href="https://example.com/track?x=1">these</a>:</p>
      <table><tr><td>ER</td><td>$10</td></tr><tr><td>MRI</td><td>$20</td></tr></table>
      <img src="https://example.com/pixel.gif" alt="pixel"><script>alert(1)</script>`;
    const { text } = await read(write([from, to, "Content-Type: text/html; charset=utf-8"], html));
    expect(text.replaceAll(/ {2,}/g, " ").replaceAll(/\n{2,}/g, "\n")).toBe("Bills\nSee these:\nER $10\nMRI $20");
  });

  test("that is forwarded in another is an attachment, and so is a PDF", async () => {
    const body = [
      "--x",
      "Content-Type: text/plain",
      "",
      "See below",
      "--x",
      "Content-Type: message/rfc822",
      "",
      "From: other@example.com\r\nSubject: Inner\r\n\r\ninner words",
      "--x",
      "Content-Type: application/pdf",
      'Content-Disposition: attachment; filename="Records\t.pdf"',
      "Content-Transfer-Encoding: base64",
      "",
      Buffer.from("%PDF-1.7").toString("base64"),
      "--x--",
    ].join("\r\n");
    const email = await read(write([from, to, 'Content-Type: multipart/mixed; boundary="x"'], body));
    expect(email.text).toBe("See below");
    expect(email.attachments).toMatchObject([
      { contentType: "message/rfc822" },
      { name: "Records .pdf", contentType: "application/pdf", sizeBytes: 8 },
    ]);
  });

  test("whose long headers go on behind a tab, as Exchange and mailing lists fold them, is read", async () => {
    const headers = [
      'From: "Rosa\r\n\tDiaz" <rosa@example.com>',
      to,
      "Subject: Records of the clinic\r\n\tand its bills",
    ];
    expect(await read(write([...headers, "Cc: =?utf-8?Q?Joe=09Hill?= <joe@example.com>"]))).toMatchObject({
      from: { name: "Rosa Diaz", address: "rosa@example.com" },
      cc: [{ name: "Joe Hill", address: "joe@example.com" }],
      subject: "Records of the clinic and its bills",
    });
  });

  test("begins behind the mark of UTF-8 and empty lines, and has a sender where it has no From", async () => {
    const email = write(["Sender: rosa@example.com", to, "Subject: Hi"]);
    for (const before of ["\u{FEFF}", "\r\n\r\n", "\u{FEFF}\n"])
      expect(await read(Buffer.concat([Buffer.from(before), email]))).toMatchObject({
        from: { name: null, address: "rosa@example.com" },
        subject: "Hi",
        text: "Hello",
      });
  });

  test("of a program that writes headers in 8 bits has its letters; its body has a charset of its own", async () => {
    const headers = ["From: Rosa Díaz <rosa@example.com>", to, "Subject: Factura del dueño, café"];
    const body = "Content-Type: text/plain; charset=utf-8\r\n\r\nCafé";
    const bytes = Buffer.concat([Buffer.from(`${headers.join("\r\n")}\r\n`, "latin1"), Buffer.from(body)]);
    expect(await read(bytes)).toMatchObject({
      from: { name: "Rosa Díaz" },
      subject: "Factura del dueño, café",
      text: "Café",
    });
  });

  test.each([
    ["US-ASCII", "us-ascii", Buffer.from("Café – it’s “here”")],
    ["Latin-1", "iso-8859-1", Buffer.from("Café – it’s “here”")],
    ["what nobody knows", "x-unknown", Buffer.from("Café – it’s “here”")],
    ["UTF-8", "utf-8", Buffer.from("Caf\u00E9 \u0096 it\u0092s \u0093here\u0094", "latin1")],
    ["US-ASCII", "us-ascii", Buffer.from("Caf\u00E9 \u0096 it\u0092s \u0093here\u0094", "latin1")],
  ])("in another charset than %s (%s), as it says, has its letters", async (_, charset, body) => {
    const headers = write([from, to, `Content-Type: text/plain; charset=${charset}`], "");
    expect((await read(Buffer.concat([headers, body]))).text).toBe("Café – it’s “here”");
  });

  test("of HTML without a charset, in Windows-1252, has its letters; a single mark that is lost changes no others", async () => {
    const page = write([from, to, "Content-Type: text/html"], "<p>Caf\u00E9</p>");
    expect((await read(Buffer.from(page.toString(), "latin1"))).text).toBe("Café");
    expect((await read(Buffer.from(write([from, to], "Caf\u00E9").toString(), "latin1"))).text).toBe("Café");
    const cut = Buffer.concat([write([from, to, "Content-Type: text/plain; charset=utf-8"], "Café "), Buffer.of(0xe2)]);
    expect((await read(cut)).text).toBe("Café \uFFFD");
    const right = write([from, to, "Content-Type: text/plain; charset=utf-8"], "À la carte, “déjà vu” £5");
    expect((await read(right)).text).toBe("À la carte, “déjà vu” £5");
  });

  test("of a long text has its beginning, in whatever charset", async () => {
    const headers = write([from, to, "Content-Type: text/plain; charset=us-ascii"], "");
    const { text } = await read(Buffer.concat([headers, Buffer.from("Café. ".repeat(80_000))]));
    expect([text.length, text.slice(0, 11), text.slice(-4)]).toEqual([100_000, "Café. Café.", "Café"]);
    const latin = Buffer.from(`${"Cafe. ".repeat(10)}Caf\u00E9`, "latin1");
    expect(
      (await read(Buffer.concat([write([from, to, "Content-Type: text/plain; charset=iso-8859-1"], ""), latin]))).text,
    ).toBe(latin.toString("latin1"));
  });

  test("with control characters in its subject has what they were meant as, or spaces", async () => {
    for (const [subject, meant] of [
      ["=?utf-8?Q?It=C2=92s_here?=", "It’s here"],
      ["=?utf-8?Q?One=00two=0Bthree?=", "One two three"],
    ])
      expect((await read(write([from, to, `Subject: ${subject}`]))).subject).toBe(meant);
  });

  test("whose plain text has nothing that is visible has the words of its HTML", async () => {
    const part = (type: string, body: string) => `--x\r\nContent-Type: text/${type}; charset=utf-8\r\n\r\n${body}\r\n`;
    const body = `${part("plain", "\u00A0\u200B")}${part("html", "<p>Words</p>")}--x--`;
    expect((await read(write([from, to, 'Content-Type: multipart/alternative; boundary="x"'], body))).text).toBe(
      "Words",
    );
  });

  test.each([
    ["Auto-Submitted: auto-replied", true],
    ["Auto-Submitted: auto-generated (rejected)", true],
    ["Auto-Submitted: no", false],
    ["X-Autoreply: yes", true],
    ["Precedence: auto_reply", true],
    ["Precedence: list", false],
    ["Return-Path: <>", true],
    ["Return-Path: <rosa@example.com>", false],
    ['Content-Type: multipart/report; report-type=delivery-status; boundary="x"', true],
  ])("with %s was written by a program: %s", async (header, isAutomated) =>
    expect((await read(write([from, to, header]))).isAutomated).toBe(isAutomated),
  );

  test.each([
    "Date: yesterday",
    "Date: Mon, 1 Jan 12026 00:00:00 +0000",
    "Date: Tue, 31 Feb 2026 10:00:00 -0500",
    "Date: Mon, 01 Jan 0001 00:00:00 +0000",
    "X-Nothing: 1",
  ])("with %j has no time", async (date) => expect((await read(write([from, to, date]))).at).toBeNull());

  test.each([
    ["Sat, 29 Feb 2028 23:59:59 -0800 (PST)", "2028-03-01T07:59:59.000Z"],
    ["Tue, 10 Mar 2026 10:00:00 CET", "2026-03-10T10:00:00.000Z"],
    ["Tue, 10 Mar 2026 10:00:00", "2026-03-10T10:00:00.000Z"],
    ["Tue Mar 10 10:00:00 2026", "2026-03-10T10:00:00.000Z"],
    ["2026-03-10T10:00:00", "2026-03-10T10:00:00.000Z"],
    ["2026-03-10T10:00:00-05:00", "2026-03-10T15:00:00.000Z"],
    ["10 Mar 26 10:00 EST", "2026-03-10T15:00:00.000Z"],
    ["Tue, 31 March 2026 10:00:00 GMT", "2026-03-31T10:00:00.000Z"],
  ])("of %s has its time", async (date, at) => expect((await read(write([from, to, `Date: ${date}`]))).at).toBe(at));
});

test.each([
  ["a text", Buffer.from("Hello, this is no email"), "not_email"],
  ["an empty file", Buffer.alloc(0), "not_email"],
  ["a draft", write([to, "Subject: Hi"]), "no_sender"],
  ["a sender without an address", write(["From: Rosa", to]), "no_sender"],
  ["a line break in a name", write(["From: =?utf-8?Q?Rosa=0D=0ABcc=3A_x?= <rosa@example.com>", to]), "line_breaks"],
  ["a line break in the subject", write([from, to, "Subject: =?utf-8?Q?Hi=0D=0ABcc=3A_x?="]), "line_breaks"],
  [
    "10,001 references",
    write([from, to, `References: ${Array.from({ length: 10_001 }, (_, index) => `<${index}@x>`).join("\r\n ")}`]),
    "too_many_references",
  ],
])("%s is no email that is recorded", async (_, bytes, problem) =>
  expect(await parseEmail(bytes)).toEqual({ problem }),
);
