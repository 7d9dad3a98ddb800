import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, type APIRequestContext } from "@playwright/test";
import { checkScreens } from "../check-screens.ts";
import { onDatabase } from "../database.ts";
import { createOrganization } from "../organizations.ts";
import { findSlug, signInAnew } from "../people.ts";
import { test } from "../test.ts";
import { visit } from "../visit.ts";

/** A hosted assistant that a person connects, from its request to the end of its key. */

interface Assistant {
  clientId: string;
  verifier: string;
  /** Where it sends its person. */
  path: string;
}

async function startConnection(request: APIRequestContext, redirectUri: string): Promise<Assistant> {
  const registered = await request.post("/oauth/register", {
    data: { client_name: "Example Assistant", redirect_uris: [redirectUri] },
  });
  const { client_id: clientId } = (await registered.json()) as { client_id: string };
  const verifier = randomBytes(32).toString("base64url");
  const query = new URLSearchParams({
    response_type: "code",
    client_id: clientId,
    redirect_uri: redirectUri,
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
    state: "state-1",
    scope: "cases:read clients:read",
  });
  return { clientId, verifier, path: `/oauth/authorize?${query.toString()}` };
}

const setAllowed = (slug: string, hostedAssistantsAllowed: boolean) =>
  onDatabase(({ withoutTenant }) =>
    withoutTenant.updateTable("Organization").set({ hostedAssistantsAllowed }).where("slug", "=", slug).execute(),
  );

test("an administrator allows hosted assistants, a person connects one after signing in, and revokes it", async ({
  browser,
  request,
}) => {
  const { slug, owner } = await createOrganization({ hasSecondFactor: true });
  const callback = createServer((_request, response) => {
    response.setHeader("Content-Type", "text/html");
    response.end("<h1>Connected</h1>");
  }).listen(0, "127.0.0.1");
  await once(callback, "listening");
  const redirectUri = `http://127.0.0.1:${(callback.address() as AddressInfo).port}/callback`;
  const { clientId, verifier, path } = await startConnection(request, redirectUri);

  const page = await browser.newPage();
  await signInAnew(page, owner);
  await page.goto(path);
  await page.waitForURL(`**/o/${slug}/connect?**`);
  await expect(page.getByText("Hosted assistants are turned off")).toBeVisible();
  await page.getByRole("link", { name: "Open settings" }).click();
  await page.getByRole("switch", { name: "Members can connect hosted assistants" }).check();
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Organization saved.")).toBeVisible();

  const shown = await page.goto(path);
  expect(shown?.headers()).toMatchObject({ "x-frame-options": "DENY" });
  await expect(page.getByRole("heading", { level: 1, name: "Connect an assistant" })).toBeVisible();
  await expect(page.getByText("Caseport does not verify it")).toBeVisible();
  await expect(page.getByRole("definition").filter({ hasText: "An application on this computer" })).toBeVisible();
  await expect(page.getByRole("checkbox", { checked: true })).toHaveCount(2);
  await page.getByRole("checkbox", { name: "See cases." }).uncheck();
  await page.getByRole("checkbox", { name: /^See clients/ }).uncheck();
  await page.getByRole("button", { name: "Connect assistant" }).click();
  await expect(page.getByText("Choose at least one scope.")).toBeVisible();
  await page.getByRole("checkbox", { name: "See cases." }).check();
  await page.getByRole("combobox", { name: "Expires after" }).selectOption("30");
  await page.getByRole("button", { name: "Connect assistant" }).click();
  await expect(page.getByRole("heading", { name: "Connected" })).toBeVisible();
  const returned = new URL(page.url()).searchParams;
  expect(returned.get("state")).toBe("state-1");

  const exchanged = await request.post("/oauth/token", {
    form: {
      grant_type: "authorization_code",
      code: returned.get("code") ?? "",
      client_id: clientId,
      redirect_uri: redirectUri,
      code_verifier: verifier,
    },
  });
  const tokens = (await exchanged.json()) as { access_token: string; scope: string };
  expect(tokens.scope).toBe("cases:read");
  const listTools = () =>
    request.post("/mcp", {
      headers: { Authorization: `Bearer ${tokens.access_token}`, Accept: "application/json" },
      data: { jsonrpc: "2.0", id: 1, method: "tools/list" },
    });
  expect((await listTools()).status()).toBe(200);

  await visit(page, `/o/${slug}/credentials`);
  await page.getByRole("link", { name: "Assistant: Example Assistant" }).first().click();
  await expect(page.getByRole("button", { name: "Rotate key" })).toHaveCount(0);
  await page.getByRole("button", { name: "Revoke key" }).click();
  const dialog = page.getByRole("alertdialog");
  await dialog.getByLabel("Reason").fill("No longer used");
  await dialog.getByLabel("Enter the key’s name to confirm").fill("Assistant: Example Assistant");
  await dialog.getByRole("button", { name: "Revoke key" }).click();
  await expect(dialog).toHaveCount(0);
  expect((await listTools()).status()).toBe(401);
  await page.close();
  callback.close();
});

test("a request that no one can decide on is explained, and leads nowhere", async ({ browser }) => {
  const { owner } = await createOrganization();
  const page = await browser.newPage();
  await signInAnew(page, owner);
  await page.goto("/oauth/authorize?client_id=unknown&redirect_uri=https://attacker.example.com/");
  await expect(page.getByText("The server does not know this client")).toBeVisible();
  expect(new URL(page.url()).pathname).toBe("/connect");
  await page.close();
});

checkScreens([
  {
    name: "connect-assistant",
    path: async (page) => {
      const slug = await findSlug(page);
      await setAllowed(slug, true);
      const { path } = await startConnection(page.request, "https://assistant.example.com/callback");
      const { headers } = await page.request
        .get(path, { maxRedirects: 0 })
        .then((response) => ({ headers: response.headers() }));
      return (headers["location"] ?? "").replace("/connect", `/o/${slug}/connect`);
    },
    person: "manager",
  },
  { name: "connect-assistant-problem", path: "/connect?problem=client", person: "member" },
]);
