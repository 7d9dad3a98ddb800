import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../testing/harness/server.ts";
import { digestGuides, findGuide, readBuiltGuides, readGuideTexts } from "./guides.ts";
import { parseGuides, writeParsedGuides } from "./parse-guides.ts";
import { createSearch } from "./search.ts";
import type { SearchEntry } from "./search-entries.ts";
import { readDocument } from "./document.ts";
import { listPages } from "./pages.ts";

/** The package has no types of its own. */
interface PostmanPackage {
  Collection: new (json: object) => {
    forEachItem(
      visit: (item: {
        request: { method: string; url: { getPath(options: { unresolved: boolean }): string } };
      }) => void,
    ): void;
    variables: { get(name: string): unknown };
  };
}

const require = createRequire(import.meta.url);

let server: TestServer;
beforeAll(async () => void (server = await startTestServer()));
afterAll(() => server.close(1_000));

async function read(
  target: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; headers: Record<string, string>; text: string }> {
  const response = await fetch(server.baseUrl + target, { headers });
  return { status: response.status, headers: Object.fromEntries(response.headers), text: await response.text() };
}

const base = "http://localhost:3000";

test("every page is served as Markdown, by its name and by Accept", async () => {
  for (const { href, title } of listPages()) {
    const named = await read(`${href}.md`);
    expect([named.status, named.headers["content-type"]], href).toEqual([200, "text/markdown; charset=utf-8"]);
    expect(named.text.startsWith(`# ${title}\n`), href).toBe(true);
    const accepted = await read(href, { Accept: "text/markdown, text/html;q=0.5" });
    expect(accepted.text).toBe(named.text);
    expect(accepted.headers["vary"]).toContain("Accept,");
    expect((await read(`${href}.md`, { "If-None-Match": named.headers["etag"] ?? "" })).status).toBe(304);
  }
});

test("a member with variants shows the members of each, and an upload its form", async () => {
  const leads = await read("/docs/leads.md");
  expect(leads.text).toMatch(/^\| `clientMatch\.clientId` \| string, required \| With `mode` `existing`\. /m);
  expect(leads.text).toMatch(/^\| `clientMatch\.firstName` \| string \| With `mode` `create`\. /m);
  const [, form = ""] = (await read("/docs/documents.md")).text.split("### Form, `multipart/form-data`");
  expect(form).toMatch(/^\| `file` \| string, required \| The file, at most 25 MiB\./m);
});

test("a browser gets the page, and an unknown page is not found", async () => {
  for (const target of ["/docs/cases", "/docs/no-such-area.md", "/llms-no.txt"]) {
    const { status, headers } = await read(target, { Accept: "text/html,*/*" });
    // The pages of a test's server respond to everything with an empty 404.
    expect([status, headers["content-type"]], target).toEqual([404, undefined]);
  }
});

test("every link between pages leads to one", async () => {
  const contents = await read("/llms.txt");
  const pages = await Promise.all(listPages().map(({ href }) => read(`${href}.md`)));
  const links = [contents, ...pages].flatMap(({ text }) =>
    [...text.matchAll(/\]\((?!https?:\/\/(?!localhost:3000))([^)#\s]+)/g)].map(([, link = ""]) => link),
  );
  expect(new Set(links).size).toBeGreaterThan(listPages().length - 1);
  for (const link of new Set(links)) {
    expect(link.startsWith(base), link).toBe(true);
    expect((await read(link.slice(base.length))).status, link).toBe(200);
  }
});

test("the contents list every page, and the whole text has every operation", async () => {
  const [contents, whole] = [(await read("/llms.txt")).text, (await read("/llms-full.txt")).text];
  expect(contents.startsWith("# Caseport\n\n> ")).toBe(true);
  for (const { href } of listPages()) expect(contents).toContain(`(${base}${href}.md)`);
  for (const { id, method, path } of readDocument().areas.flatMap(({ operations }) => operations))
    expect(whole).toContain(`\`${method} ${path}\` · operation \`${id}\``);
  expect(whole).not.toContain("$CASEPORT_URL");
});

test("the glossary names what the interface has", async () => {
  const document = (await read("/api/v1/openapi.json")).text;
  const terms = [...(findGuide("glossary")?.text ?? "").matchAll(/`([^`]+)`/g)].map(([, term = ""]) =>
    term.replace(/^[A-Z]+ |…$/g, ""),
  );
  expect(terms.length).toBeGreaterThan(30);
  expect(terms.filter((term) => !document.includes(term))).toEqual([]);
});

test("what a build keeps of the guides is read as it was parsed, and only for the same texts", () => {
  const folder = mkdtempSync(join(tmpdir(), "caseport-guides-"));
  const file = join(folder, "guides.json");
  try {
    const texts = readGuideTexts();
    expect(readBuiltGuides(texts, file)).toBeUndefined();
    const parsed = parseGuides(texts);
    writeFileSync(file, writeParsedGuides(digestGuides(texts), parsed));
    const built = readBuiltGuides(texts, file);
    expect(built?.guides.map(({ slug }) => slug)).toContain("state-machines");
    expect(built?.chapters.map(({ title }) => title)).toContain("Rate limits");
    expect(JSON.stringify(built).length).toBeLessThan(JSON.stringify(parsed).length / 2);
    expect(parsed).toMatchObject({ ...built });
    expect(readBuiltGuides({ ...texts, chapters: [] }, file)).toBeUndefined();
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("the search finds operations, fields, errors, chapters and guides", async () => {
  const entries = JSON.parse((await read("/docs/search.json")).text) as SearchEntry[];
  const search = createSearch(entries);
  const find = (words: string) =>
    search(words)
      .slice(0, 5)
      .map(({ kind, title }) => `${kind} ${title}`);
  expect(find("update client")[0]).toBe("Operation Update a client");
  expect(find("PATCH /api/v1/clients/{clientId}")).toContain("Operation Update a client");
  expect(find("stale_revision")[0]).toBe("Error STALE_REVISION");
  expect(find("dateOfIncident").join()).toMatch(/Field \w+\.dateOfIncident/);
  expect(find("rate limits")[0]).toBe("Chapter Rate limits");
  expect(find("subrogation")).toContain("Guide Money");
  expect(find("how do I retry after a timeout").length).toBe(5);
  expect(find("idempotancy").join()).toContain("dempotency");
  expect(find("xylophone")).toEqual([]);
  // Every address is a page's.
  const pages = new Set(listPages().map(({ href }) => href));
  expect(entries.map(({ address }) => address.split("#")[0]).filter((address = "") => !pages.has(address))).toEqual([]);
});

test("the Postman collection has every operation with its example", async () => {
  const { Collection } = require("postman-collection") as PostmanPackage;
  const collection = new Collection(JSON.parse((await read("/docs/caseport.postman_collection.json")).text) as object);
  const requests: string[] = [];
  collection.forEachItem(
    ({ request }) =>
      void requests.push(
        `${request.method} ${request.url.getPath({ unresolved: true }).replaceAll(/:(\w+)/g, "{$1}")}`,
      ),
  );
  expect(requests.toSorted()).toEqual(
    readDocument()
      .areas.flatMap(({ operations }) => operations.map(({ method, path }) => `${method} ${path}`))
      .toSorted(),
  );
  expect(collection.variables.get("baseUrl")).toBe(base);
});
