import { readFileSync } from "node:fs";
import { join } from "node:path";
import { renderToStaticMarkup } from "react-dom/server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import StatusPage from "../../../app/status/page.tsx";
import { interfaceVersion } from "../../contract/interface-version.ts";
import { readEnvironment } from "../../platform/environment.ts";
import type { ServiceStatus } from "../../platform/observability/service-status.ts";
import { publishStatus } from "../../reference/published-status.ts";
import { call } from "../../testing/harness/requests/call.ts";
import { startTestServer, type TestServer } from "../../testing/harness/server.ts";
import { describeSecurityContact } from "./security-text.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close(1_000));

/** The first text of the reference describes the API, which takes seconds on a busy machine. */
const patient = { patienceMilliseconds: 120_000 };
const guide = readFileSync(join(import.meta.dirname, "..", "..", "guides", "changelog.md"), "utf8");
const days = [...guide.matchAll(/^### (\d{4}-\d\d-\d\d)$/gm)].map(([, date]) => date);

describe("the changelog", () => {
  test("is a JSON Feed with an item for each day, newest first", async () => {
    const reply = await call(server.baseUrl, "/docs/changelog.json", patient);
    expect([reply.status, reply.headers.get("content-type")]).toEqual([200, "application/feed+json"]);
    const {
      version,
      feed_url: own,
      items,
    } = JSON.parse(reply.text) as {
      version: string;
      feed_url: string;
      items: { id: string; date_published: string; content_text: string }[];
    };
    expect([version, own]).toEqual(["https://jsonfeed.org/version/1.1", "http://localhost:3000/docs/changelog.json"]);
    expect(items.map((item) => item.date_published.slice(0, 10))).toEqual(days);
    expect(new Set(items.map(({ id }) => id)).size).toBe(items.length);
    expect(items.every(({ content_text: text }) => text.length > 10)).toBe(true);
  });

  test("is an Atom feed with the same days", async () => {
    const reply = await call(server.baseUrl, "/docs/changelog.atom", patient);
    expect([reply.status, reply.headers.get("content-type")]).toEqual([200, "application/atom+xml; charset=utf-8"]);
    const entries = reply.text.split("<entry>").slice(1);
    expect(entries.map((entry) => /<updated>(\d{4}-\d\d-\d\d)T00:00:00Z<\/updated>/.exec(entry)?.[1])).toEqual(days);
    // Every tag is closed, and no text has a bare mark.
    const opened: string[] = [];
    for (const [, slash, name = "", rest = ""] of reply.text.matchAll(/<(\/)?([a-z]+)([^>]*)>/g)) {
      if (slash !== undefined) expect(opened.pop()).toBe(name);
      else if (!rest.endsWith("/")) opened.push(name);
    }
    expect(opened).toEqual([]);
    expect(reply.text.replaceAll(/<\/?[a-z?][^>]*>|&(amp|lt|gt|quot);/g, "")).not.toMatch(/[<&]/);
  });
});

describe("/status", () => {
  test("is JSON for machines, and the page has the same", async () => {
    const reply = await call(server.baseUrl, "/status");
    expect([reply.status, reply.headers.get("content-type")]).toEqual([200, "application/json"]);
    expect(reply.json).toMatchObject({
      success: true,
      version: interfaceVersion,
      parts: expect.arrayContaining([
        { name: "api", status: "operational" },
        { name: "database", status: "operational" },
        { name: "files", status: "operational" },
      ]) as unknown,
    });
    // A server of another test file may have published its own in this process.
    publishStatus(() => Promise.resolve(reply.json as unknown as ServiceStatus));
    const page = renderToStaticMarkup(await StatusPage());
    expect(page).toMatch(/<h1>(All systems operational|Some systems are degraded)<\/h1>/);
    expect(page).toContain("<dt>Database: Operational</dt>");
    expect(page).toMatch(/dateTime="\d{4}-\d\d-\d\dT[\d:.]+Z"/);
    expect((await call(server.baseUrl, "/status", { method: "POST" })).status).toBe(405);
  });
});

describe("/.well-known/security.txt", () => {
  test("names whom to tell, and expires in less than a year", async () => {
    const reply = await call(server.baseUrl, "/.well-known/security.txt");
    expect([reply.status, reply.headers.get("content-type")]).toEqual([200, "text/plain; charset=utf-8"]);
    const fields = new Map(
      reply.text
        .trimEnd()
        .split("\n")
        .map((line) => [line.split(": ")[0], line.slice(line.indexOf(": ") + 2)]),
    );
    expect(fields.get("Contact")).toBe("http://localhost:3000/docs/guides/security");
    expect(fields.get("Canonical")).toBe("http://localhost:3000/.well-known/security.txt");
    const daysLeft = (Date.parse(fields.get("Expires") ?? "") - Date.now()) / 86_400_000;
    expect(daysLeft).toBeGreaterThan(170);
    expect(daysLeft).toBeLessThan(365);
  });

  test("has the operator's contact", () => {
    const { securityContact } = readEnvironment({ CASEPORT_SECURITY_CONTACT: "mailto:security@firm.example" });
    const { body } = describeSecurityContact("https://caseport.example.com", securityContact, Date.UTC(2027, 0, 1));
    expect(body.split("\n").slice(0, 2)).toEqual([
      "Contact: mailto:security@firm.example",
      "Expires: 2027-06-30T00:00:00Z",
    ]);
  });

  test.each([
    "security@firm.example",
    "http://firm.example",
    "mailto:a@b.example\nExpires: never",
    "ftp://firm.example",
  ])("%j is no contact", (contact) => {
    expect(() => readEnvironment({ CASEPORT_SECURITY_CONTACT: contact })).toThrow("CASEPORT_SECURITY_CONTACT");
  });
});
