import { expect } from "@playwright/test";
import { expectPolicy } from "../first-load.ts";
import { test } from "../test.ts";
import { visit } from "../visit.ts";

const paths = [
  "/",
  "/docs/cases",
  "/docs/guides/configuration",
  "/account",
  "/o/some-firm/credentials",
  "/no-such-page",
];

test("csp_evaluator finds nothing in the policy of any kind of page; visits check the screens", async ({ request }) => {
  for (const path of paths) expectPolicy((await request.get(path)).headers());
});

test("every response has a unique nonce, which all scripts of the page carry", async ({ request }) => {
  const nonces = new Set<string>();
  for (const _time of [1, 2, 3]) {
    const response = await request.get("/sign-in");
    const nonce = /'nonce-([^']+)'/.exec(response.headers()["content-security-policy"] ?? "")?.[1] ?? "";
    expect(nonce.length).toBeGreaterThanOrEqual(22);
    const html = await response.text();
    const scripts = [...html.matchAll(/<script[^>]*>/g)].map(([tag]) => tag);
    expect(scripts.length).toBeGreaterThan(3);
    expect(scripts.filter((tag) => !tag.includes(`nonce="${nonce}"`))).toEqual([]);
    expect(html).not.toMatch(/<[^>]+\sstyle=/);
    nonces.add(nonce);
  }
  expect(nonces.size).toBe(3);
});

test("a policy in the request changes nothing", async ({ request }) => {
  const response = await request.get("/sign-in", {
    headers: {
      "content-security-policy": "script-src 'nonce-forged'",
      "content-security-policy-report-only": "script-src 'nonce-forged'",
      "x-nonce": "forged",
    },
  });
  expect(await response.text()).not.toContain("forged");
});

test("inline scripts without the nonce, event handlers, markup from text and eval do not run", async ({ page }) => {
  await visit(page, "/sign-in");
  const ran = await page.evaluate(async () => {
    const outcomes: Record<string, boolean> = {};
    const state = globalThis as { ran?: boolean };
    const attempt = async (name: string, act: () => void) => {
      state.ran = false;
      try {
        act();
      } catch {
        // Rejected with an exception: as well.
      }
      await new Promise((done) => setTimeout(done, 50));
      outcomes[name] = state.ran;
    };
    await attempt("parser-inserted script", () => {
      const frame = document.createRange().createContextualFragment("<script>globalThis.ran = true</script>");
      document.body.append(frame);
    });
    await attempt("event handler", () => {
      const image = document.createElement("img");
      image.setAttribute("onerror", "globalThis.ran = true");
      image.src = "/no-such-image";
      document.body.append(image);
    });
    await attempt("markup", () => {
      const place = document.createElement("div");
      document.body.append(place);
      place.innerHTML = "<img src=x onerror='globalThis.ran = true'>";
      state.ran = place.childElementCount > 0;
    });
    await attempt("javascript: address", () => {
      const link = document.createElement("a");
      link.href = "javascript:globalThis.ran = true";
      document.body.append(link);
      link.click();
    });
    return outcomes;
  });
  expect(ran).toEqual({
    "parser-inserted script": false,
    "event handler": false,
    markup: false,
    "javascript: address": false,
  });
});

test("of files only built assets are served, by their names: no folder, source, source map, setting or repository", async ({
  request,
}) => {
  const scripts = [
    ...(await (await request.get("/sign-in")).text()).matchAll(/<script[^>]* src="([^"]+\.js)[^"]*"/g),
  ].map(([, path = ""]) => path);
  expect(scripts.length).toBeGreaterThan(3);
  for (const script of scripts) {
    const asset = await request.get(script);
    expect([
      asset.status(),
      asset.headers()["x-content-type-options"],
      asset.headers()["access-control-allow-origin"],
    ]).toEqual([200, "nosniff", undefined]);
    expect(await asset.text()).not.toContain("sourceMappingURL");
    expect((await request.get(`${script}.map`)).status()).toBe(404);
  }
  const folder = (scripts[0] ?? "").replace(/[^/]+$/, "");
  const unserved = [
    folder,
    "/_next/",
    "/_next/static/",
    "/_next/static/%2e%2e/BUILD_ID",
    "/.git/config",
    "/.git/HEAD",
    "/.env",
    "/.npmrc",
    "/package.json",
    "/next.config.mjs",
    "/src/composition/router.ts",
    "/demo.json",
    "/metrics",
    "/api/metrics",
    "/__nextjs_original-stack-frames",
  ];
  for (const path of unserved) expect([path, (await request.get(path)).status()]).toEqual([path, 404]);
});

test("pages reject writing methods with 405", async ({ request }) => {
  for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
    expect((await request.fetch("/sign-in", { method, data: {} })).status()).toBe(405);
  }
});
