import { afterAll, beforeAll, expect, test } from "vitest";
import { openApi, type Api } from "../../../testing/harness/requests/api.ts";
import { startOwnServer, type TestServer } from "../../../testing/harness/server.ts";
import { changeRow, createTenant, type TestTenant } from "../../../testing/harness/tenant.ts";
import { signInMember, type SignedInMember } from "../../team/fixtures.ts";
import { hashConsentText, shippedTexts } from "./domain.shipped.ts";
import type { EsignConsentText } from "./schema.ts";

let server: TestServer;
let tenant: TestTenant;
let manager: SignedInMember;
let api: Api;
beforeAll(async () => {
  server = await startOwnServer();
  tenant = await createTenant(server.services.database);
  manager = await signInMember(server, tenant, { role: "owner" });
  api = openApi(server, tenant.secret);
});
afterAll(() => server.close(1000));

const list = async (query = "", through: Api = api) =>
  (await through.get(`/esign-consent-texts${query}`)).body["consentTexts"] as EsignConsentText[];
const write = (name: "createVersion" | "verify", input: object) =>
  manager.portal.mutate(`esignConsentTexts.${name}`, input);
const outline = (texts: readonly EsignConsentText[]) =>
  texts.map(({ language, version, isCurrent, source, verification }) => [
    language,
    version,
    isCurrent,
    source,
    verification,
  ]);
const body = `${shippedTexts[0]?.body}\n\nOur telephone number is (215) 555-0142.`;

test("a text is shipped for each language, unverified", async () => {
  const texts = await list();
  expect(outline(texts)).toEqual([
    ["en", 1, true, "default", "unverified"],
    ["es", 1, true, "default", "unverified"],
  ]);
  for (const text of texts) expect(text.sha256).toBe(hashConsentText(text));
  expect(outline(await list("?language=es"))).toEqual([["es", 1, true, "default", "unverified"]]);
  const first = await api.get("/esign-consent-texts?limit=1");
  const rest = await api.get(`/esign-consent-texts?after=${String(first.body["nextCursor"])}`);
  expect(rest.body).toMatchObject({ consentTexts: [{ language: "es" }], nextCursor: null });
});

// What each text has to state: 15 U.S.C. § 7001(c)(1), and 6.7 of the design.
test.each([
  [
    "en",
    [
      /right to receive these documents on paper/,
      /costs you nothing/,
      /this request only/,
      /withdraw your consent at any time before you sign, without a fee/,
      /may take longer/,
      /"Sign on paper"/,
      /email address or phone number changes/,
      /web browser/,
      /PDF files/,
      /paper copy, now or later/,
      /does not charge you/,
      /if you can read it, your device meets/,
    ],
  ],
  [
    "es",
    [
      /derecho a recibir estos documentos en papel/,
      /No le cuesta nada/,
      /solamente para los documentos de esta solicitud/,
      /retirar su consentimiento en cualquier momento antes de firmar, sin costo/,
      /puede tardar más/,
      /"Firmar en papel"/,
      /correo electrónico o su número de teléfono cambia/,
      /navegador/,
      /archivos PDF/,
      /copia en papel, ahora o más adelante/,
      /no le cobrará/,
      /si puede leerla, su dispositivo cumple/,
    ],
  ],
])("the shipped text of %s states what the statute wants", (language, statements) => {
  const text = shippedTexts.find((each) => each.language === language)?.body ?? "";
  for (const statement of statements) expect(text).toMatch(statement);
});

test("an attorney verifies the shipped text; a new version supersedes it and has to be verified anew", async () => {
  const [shipped] = await list("?language=en");
  const consentTextId = shipped?.id;
  expect((await write("verify", { consentTextId })).error?.data.code).toBe("FORBIDDEN");
  await changeRow(tenant, "Member", manager.memberId, { isAttorney: true });
  expect((await write("verify", { consentTextId })).data["consentText"]).toMatchObject({
    id: consentTextId,
    source: "default",
    verification: "verified",
    verifiedBy: { id: manager.memberId },
    createdAt: null,
  });
  const version = { language: "en", title: "Signing electronically", body, expectedVersion: 1 };
  expect((await write("createVersion", version)).data["consentText"]).toMatchObject({
    version: 2,
    source: "organization",
    verification: "unverified",
    isCurrent: true,
    body,
    sha256: hashConsentText({ title: version.title, body }),
  });
  expect(outline(await list("?language=en"))).toEqual([
    ["en", 1, false, "default", "verified"],
    ["en", 2, true, "organization", "unverified"],
  ]);
  expect(outline(await list("?isCurrent=true"))).toEqual([
    ["en", 2, true, "organization", "unverified"],
    ["es", 1, true, "default", "unverified"],
  ]);
  // The text of the first version is what it was: signatures refer to it.
  expect((await list("?language=en"))[0]).toMatchObject({ id: consentTextId, sha256: shipped?.sha256 });
  expect((await write("verify", { consentTextId })).error?.data.code).toBe("INVALID_STATE_TRANSITION");
  expect((await write("createVersion", version)).error?.data.code).toBe("STALE_REVISION");
  const { body: page } = await api.get("/events?eventType=esign_consent_text.verified");
  expect(page["events"]).toHaveLength(1);
});

test("of two new versions at once one is written, also the first time", async () => {
  const version = { language: "es", title: "Firma electrónica", body, expectedVersion: 1 };
  const replies = await Promise.all([write("createVersion", version), write("createVersion", version)]);
  expect(replies.map(({ error }) => error?.data.code ?? "written").toSorted()).toEqual(["STALE_REVISION", "written"]);
  expect(outline(await list("?language=es"))).toEqual([
    ["es", 1, false, "default", "unverified"],
    ["es", 2, true, "organization", "unverified"],
  ]);
});

test("another organization has the shipped texts alone, and cannot verify a text that is not its own", async () => {
  const other = await createTenant(server.services.database);
  const outsider = await signInMember(server, other, { role: "owner", isAttorney: true });
  const texts = await list("", openApi(server, other.secret));
  expect(outline(texts).map(([, version]) => version)).toEqual([1, 1]);
  const own = (await list("?language=en&isCurrent=true"))[0];
  const reply = await outsider.portal.mutate("esignConsentTexts.verify", { consentTextId: own?.id });
  expect(reply.error?.data.code).toBe("NOT_FOUND");
});

test.each([
  ["too short", { body: "I agree." }],
  ["a control character", { body: `${body}\u0007` }],
  ["a title of two lines", { title: "Signing\nelectronically" }],
  ["another language", { language: "fr" }],
])("400 for a text with %s", async (_what, change) => {
  const version = { language: "en", title: "Signing electronically", body, expectedVersion: 2, ...change };
  expect((await write("createVersion", version)).error?.data.code).toBe("VALIDATION_FAILED");
});
