import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { signWebhook } from "../areas/webhooks/deliveries/signature.ts";
import { findFreePort } from "../cli/local-postgres/free-port.ts";
import { createTrustAccount } from "../areas/trust/accounts/fixtures.ts";
import { decide, signInApprover, type Approver } from "../areas/trust/disbursements/fixtures.approvers.ts";
import { openApi } from "../testing/harness/requests/api.ts";
import { runCommand } from "../testing/harness/run-program.ts";
import { startOwnServer, type TestServer } from "../testing/harness/server.ts";
import { nodeOptions, pages, readBlocks, type Block } from "../testing/harness/snippets/blocks.ts";
import { findTemporaryFolder } from "../testing/harness/temporary-folder.ts";
import { createCase, createTenant, type TestTenant } from "../testing/harness/tenant.ts";
import { compileCacheFolder } from "../testing/servers/compile-cache.ts";

/** Blocks that another test runs: it takes all of the page's in these languages. */
const elsewhere: readonly { pages: RegExp; languages: readonly string[]; test: string }[] = [
  { pages: /quickstart-/, languages: ["ts", "python", "sh"], test: "quickstarts.test.ts" },
  { pages: /sdk-python\.md$/, languages: ["sh", "python"], test: "testing/sdk/python.test.ts" },
  { pages: /sdk\.md$/, languages: ["sh"], test: "testing/sdk/package.test.ts" },
  { pages: /signatures\.md$/, languages: ["js"], test: "signatures.test.ts" },
];

/** What a page shows, rather than what its reader runs. */
const isShown = ({ language, code }: Block) =>
  ["json", "csv"].includes(language) || (language === "" && /^(\{|HTTP\/)/.test(code));

const isElsewhere = ({ page, language }: Block) =>
  elsewhere.some((each) => each.pages.test(page) && each.languages.includes(language));
const isScript = ({ language, ...rest }: Block) => language === "sh" && !isElsewhere({ ...rest, language });
const isProgram = ({ language, ...rest }: Block) =>
  ["ts", "js"].includes(language) && !isElsewhere({ ...rest, language });

const blocks = pages.flatMap(readBlocks).filter((block) => !isShown(block));
const tested = blocks.filter(({ isUntested }) => !isUntested);

test("every block is run by a test, or says that none does", () => {
  expect(tested.filter((block) => !isElsewhere(block) && !isScript(block) && !isProgram(block))).toEqual([]);
  const untested = Object.entries(
    Object.groupBy(
      blocks.filter(({ isUntested }) => isUntested),
      ({ page }) => page,
    ),
  ).map(([page, found = []]) => [page, found.length]);
  // The start and the tests themselves; a validator of PDF files; a client's own command; a generator of another platform; the commands of n8n and Zapier; Prometheus' configuration; commands that change a production database or need a superuser's, and the configuration of a pooler.
  expect(Object.fromEntries(untested)).toEqual({
    "README.md": 1,
    "src/guides/assistants.md": 1,
    "src/guides/connectors.md": 2,
    "src/guides/keys-and-sign-in.md": 3,
    "src/guides/monitoring.md": 1,
    "src/guides/openapi.md": 1,
    "src/guides/operations.md": 11,
    "src/guides/scaling.md": 2,
    "src/guides/signatures.md": 1,
  });
});

let server: TestServer;
beforeAll(async () => {
  const port = await findFreePort();
  // Signed URLs name this server, and exports need a worker.
  server = await startOwnServer({ port, baseUrl: `http://127.0.0.1:${port}`, worker: "inside" });
});
afterAll(() => server.close(1_000));

/** A folder as the README's reader has it, with the demo's file, and the variables of its first requests. */
async function openFolder() {
  const tenant = await createTenant(server.services.database);
  const { caseId, clientId } = await createCase(tenant);
  const folder = mkdtempSync(join(findTemporaryFolder(), "caseport-guides-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, ".data"));
  writeFileSync(
    join(folder, ".data", "demo.json"),
    JSON.stringify({
      keys: { full: tenant.secret, orgManage: tenant.secret },
      ids: { caseId, clientId, organizationId: tenant.organizationId },
    }),
  );
  writeFileSync(
    join(folder, "report.pdf"),
    "%PDF-1.4\n1 0 obj << /Type /Catalog >> endobj\ntrailer << /Root 1 0 R >>\n%%EOF\n",
  );
  const env = {
    API: `${server.baseUrl}/api/v1`,
    KEY: tenant.secret,
    CASE: caseId,
    CLIENT: clientId,
    NODE_COMPILE_CACHE: compileCacheFolder(),
  };
  /**
   * With this test's server instead of the reader's.
   *
   * @returns what it printed
   */
  const run = (
    command: string,
    given: readonly string[],
    code: string,
    { onOutput, more = {} }: { onOutput?: (text: string) => void; more?: Record<string, string> } = {},
  ) =>
    runCommand(command, given, {
      cwd: folder,
      env: { ...env, ...more },
      input: code.replaceAll("http://localhost:3000", server.baseUrl),
      ...(onOutput !== undefined && { onOutput }),
    });
  return { tenant, run };
}

/** A trust account of the firm, and a second person who approves. */
async function openTrust(tenant: TestTenant): Promise<Approver> {
  await createTrustAccount(tenant);
  return signInApprover(server, tenant);
}

async function approveAll(approver: Approver): Promise<void> {
  const { data } = await approver.portal.query<{ waiting: { disbursement: { id: string } }[] }>(
    "trustDisbursements.listWaiting",
    {},
  );
  for (const { disbursement } of data.waiting) await decide(approver, disbursement.id);
}

describe("commands", () => {
  /** The statuses of rejections that a page shows. */
  const rejections: Readonly<Record<string, readonly string[]>> = { "README.md": ["400"] };

  test.each([...Map.groupBy(tested.filter(isScript), ({ page }) => page)])(
    "of %s succeed, one after the other",
    async (page, scripts) => {
      const place = await openFolder();
      const curl = 'curl() { command curl --no-progress-meter -w "%{stderr}<%{http_code}>\\n" "$@"; }';
      let hasChanged = false;
      const isOfTrust = scripts.some(({ code }) => code.includes("/trust-accounts"));
      const approver = isOfTrust ? await openTrust(place.tenant) : null;
      // A reader who waits for events gets the change of somebody else, and one who waits for an approval a second person.
      const change = (text: string) => {
        if (!hasChanged)
          void openApi(server, place.tenant.secret).change("POST", "/contacts", {
            type: "person",
            lastName: "Adjuster",
          });
        hasChanged = true;
        if (approver !== null && text.includes('"pending_approval"')) void approveAll(approver);
      };
      const printed = await place.run(
        "bash",
        ["--norc", "-eu"],
        [curl, ...scripts.map(({ code }) => code)].join("\n"),
        { onOutput: change },
      );
      const statuses = [...printed.matchAll(/<(\d{3})>$/gm)].map(([, status = ""]) => status);
      const requests = scripts.flatMap(({ code }) => code.match(/\bcurl\b/g) ?? []);
      expect(statuses.length, printed).toBeGreaterThanOrEqual(requests.length);
      expect(
        statuses.filter((status) => !status.startsWith("2")),
        printed,
      ).toEqual(rejections[page] ?? []);
      for (const { code } of readBlocks(page).filter(
        ({ language, code: shown }) => language === "json" && shown.includes("VALIDATION_FAILED"),
      ))
        expect(printed).toContain(JSON.stringify(JSON.parse(code)));
      if (isOfTrust)
        for (const { code } of readBlocks(page).filter(({ language }) => language === "json"))
          expect(printed).toContain(code);
    },
  );
});

describe("programs", () => {
  /** What the reader of a part of a program has; left out where the part declares it. */
  const given: Readonly<Record<string, string>> = {
    caseport:
      'const caseport = new Caseport({ apiKey: process.env.CASEPORT_API_KEY ?? "", baseUrl: "http://localhost:3000" });',
    clientId: 'const clientId = process.env.CLIENT ?? "";',
    caseId: 'const caseId = process.env.CASE ?? "";',
    handle: "const handle = (event) => { console.log(event.id); process.exit(0); };",
    rawBody: 'const { rawBody, request, headers, secret } = JSON.parse(process.env.MESSAGE ?? "");',
  };

  test.each(tested.filter(isProgram))("$page · $code", async ({ code }) => {
    const place = await openFolder();
    await openApi(server, place.tenant.secret).change("POST", "/contacts", { type: "person", lastName: "Adjuster" });
    const [secret, rawBody, seconds] = [
      `whsec_${btoa("a secret of at least 24 bytes")}`,
      '{"type":"folder.created","data":{}}',
      Math.trunc(Date.now() / 1_000),
    ];
    const headers = {
      "webhook-id": "evt_1",
      "webhook-timestamp": String(seconds),
      "webhook-signature": signWebhook([secret], "evt_1", seconds, rawBody),
    };
    const more = {
      CASEPORT_API_KEY: place.tenant.secret,
      NODE_OPTIONS: nodeOptions,
      MESSAGE: JSON.stringify({ secret, rawBody, headers, request: { headers } }),
    };
    const preludes = Object.entries(given).flatMap(([name, prelude]) =>
      new RegExp(`\\b${name}\\b`).test(code) && !code.includes(`const ${name} =`) ? [prelude] : [],
    );
    const library = code.includes("import { Caseport,") ? [] : ['import { Caseport } from "caseport";'];
    const program = [...library, ...preludes, code, "console.log('done');"].join("\n");
    expect(await place.run(process.execPath, ["--input-type=module-typescript", "-"], program, { more })).toMatch(
      /(done|evt_\w+)\n$/,
    );
  });
});
