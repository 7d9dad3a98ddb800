import { existsSync, readFileSync, readdirSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { describe, expect, test } from "vitest";
import { ZodObject, ZodPipe, type z } from "zod";
import { apiRouter } from "../../composition/router.ts";
import { errorStatus } from "../../contract/errors/error-codes.ts";
import { eventTypes } from "../../contract/events/event-catalog.generated.ts";
import type { OperationMeta } from "../../contract/operation.ts";
import type { PersonOperationMeta, PortalOperationMeta } from "../../contract/portal/operation.ts";
import { scopeCatalog } from "../../contract/scopes.ts";
import { tiers } from "../../contract/tiers.ts";
import { portalRouter } from "../../composition/portal-router.ts";
import { inputInBody } from "../../contract/portal/input-in-body.ts";
import { readDeclarations, type Declaration } from "../../rpc/declarations.ts";
import { scenarios } from "../harness/requests/example-requests.ts";
import { findFiles, production, root, sources } from "./sources.ts";

const areasFolder = join(root, "src", "areas");
const declarations = readDeclarations(apiRouter);

/** Which area imports which, tests and fixtures aside. */
function readAreaImports(): Map<string, Set<string>> {
  const imports = new Map<string, Set<string>>();
  for (const { path, text } of production.filter((source) => source.path.startsWith("src/areas/"))) {
    const own = path.split("/")[2] ?? "";
    for (const [, target = ""] of text.matchAll(/ from "(\.[^"]+)"/g)) {
      const [top, folder, area = ""] = relative(root, join(root, dirname(path), target)).split("/");
      if (top === "src" && folder === "areas" && area !== own)
        imports.set(own, (imports.get(own) ?? new Set()).add(area));
    }
  }
  return imports;
}

/** A way from a node back to itself; empty where there is none. */
function findCircle(graph: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const walk = (way: readonly string[]): string[] => {
    for (const next of graph.get(way.at(-1) ?? "") ?? []) {
      if (way.includes(next)) return [...way.slice(way.indexOf(next)), next];
      const found = walk([...way, next]);
      if (found.length > 0) return found;
    }
    return [];
  };
  return [...graph.keys()].map((start) => walk([start])).find((circle) => circle.length > 0) ?? [];
}

describe("areas", () => {
  const areas = readdirSync(areasFolder);

  const files = areas
    .flatMap((area) =>
      readdirSync(join(areasFolder, area), { recursive: true, encoding: "utf8" }).map((file) => `${area}/${file}`),
    )
    .filter((path) => path.endsWith(".ts"));
  // How deliveries are sent is a machine of its own, not a resource.
  const machine = /^webhooks\/deliveries\/(consumer|leases|observe-attempt|recorder|signature|slots)(\.test)?\.ts$/;
  const allowed =
    /\/((portal|jobs|cursor|archive|events|examples|enumerations|(operations|schema|fixtures|store)(\.[a-z-]+)*|(domain|api)(\.[a-z-]+)*)\.ts)$/;

  test.each(areas)("%s holds the files of an area, in its own folder or in those of its resources", (area) => {
    const own = files.filter((path) => path.startsWith(`${area}/`));
    expect(own.filter((path) => !allowed.test(path) && !machine.test(path))).toEqual([]);
    for (const layer of ["schema", "domain", "store"])
      expect(own.some((path) => new RegExp(`/${layer}(\\.[a-z-]+)*\\.ts$`).test(path))).toBe(true);
    // What integrations call has its rows in the conformance table; what only the portal calls, or only other areas, has none.
    if (own.includes(`${area}/operations.ts`))
      expect(own.filter((path) => /\/fixtures(\.[a-z-]+)*\.ts$/.test(path))).not.toEqual([]);
    expect(own.filter((path) => path.endsWith(".test.ts"))).not.toEqual([]);
  });

  test("no area depends on itself through others: what two areas share is a workflow", () => {
    expect(findCircle(readAreaImports())).toEqual([]);
    // The control: two that import each other, and a longer way round.
    expect(
      findCircle(
        new Map([
          ["a", new Set(["b"])],
          ["b", new Set(["a"])],
        ]),
      ),
    ).toEqual(["a", "b", "a"]);
    expect(
      findCircle(
        new Map([
          ["a", new Set(["b"])],
          ["b", new Set(["c"])],
          ["c", new Set(["b"])],
        ]),
      ),
    ).toEqual(["b", "c", "b"]);
  });

  test("are exactly those of the router", () => {
    const text = readFileSync(join(root, "src", "composition", "router.ts"), "utf8");
    const offering = areas.filter((area) => existsSync(join(areasFolder, area, "operations.ts")));
    expect(offering.filter((area) => !text.includes(`"../areas/${area}/operations.ts"`))).toEqual([]);
  });
});

describe("declarations", () => {
  const spell = ({ meta }: Declaration) => `${meta.method} ${meta.path.replaceAll(/\{\w+\}/g, "{}")}`;

  test("no two operations have the same method and path, whatever their parameters are named", () => {
    const spelled = declarations.map(spell);
    expect(spelled.filter((each, index) => spelled.indexOf(each) !== index)).toEqual([]);
  });

  test("every operation has a scenario, and every scenario an operation", () => {
    expect(Object.keys(scenarios).toSorted()).toEqual(declarations.map(({ name }) => name).toSorted());
  });

  test("the specification's nine operations match its table", () => {
    const rows = declarations.map(({ meta }) =>
      [meta.method, meta.path, meta.scope, meta.tier, meta.idempotency].join(" "),
    );
    expect(rows).toEqual(
      expect.arrayContaining([
        "PATCH /medical-facilities/{facilityId} medical:write sensitive required",
        "PATCH /clients/{clientId} clients:write write required",
        "POST /cases/{caseId}/folders documents:write write required",
        "PUT /cases/{caseId}/survey-details/{accessor} intake:write write required",
        "DELETE /cases/{caseId}/survey-details/{accessor} intake:write write required",
        "POST /invoices/{invoiceId}/transitions billing:write write required",
        "GET /cases/{caseId} cases:read read none",
        "GET /retrieval-requests/{requestId} medical:read sensitive none",
        "GET /document-events documents:read read none",
      ]),
    );
  });

  test("every scope is used by an operation", () => {
    const used = new Set<string>(
      declarations.flatMap(({ meta }) => [meta.scope ?? [], meta.orScopes ?? [], meta.showsMoreWith ?? []].flat()),
    );
    expect([...scopeCatalog.keys()].filter((scope) => !used.has(scope))).toEqual([]);
  });

  describe.each(declarations)("$name", ({ kind, meta, input, output, pathParameters }) => {
    test("uses the contract's terms", () => {
      expect(meta.scope === null || scopeCatalog.has(meta.scope)).toBe(true);
      expect(tiers).toContain(meta.tier);
      for (const code of meta.errors ?? []) expect(Object.keys(errorStatus)).toContain(code);
      for (const type of [...(meta.emits ?? []), ...(meta.mayEmit ?? [])])
        expect(Object.keys(eventTypes)).toContain(type);
      expect(meta.path).toMatch(/^(\/[a-z][a-z-]*|\/\{[a-z][A-Za-z]*\})+$/);
    });

    test("has every path parameter in its input, as text", () => {
      for (const name of pathParameters) expect(input.shape[name]?.safeParse(5).success).toBe(false);
      expect(Object.keys(input.shape)).toEqual(expect.arrayContaining([...pathParameters]));
    });

    test("accepts only declared input", () => {
      expect(JSON.stringify(input.safeParse({ surprise: 1 }).error?.issues)).toContain("unrecognized_keys");
    });

    test("declares what its kind requires", () => {
      // A POST that only reads sends what may not stand in a URL.
      expect(kind === "query" ? ["GET", "POST"] : ["POST", "PUT", "PATCH", "DELETE"]).toContain(meta.method);
      expect(meta.idempotency === "none").toBe(kind === "query");
      expect([...(meta.emits ?? []), ...(meta.mayEmit ?? [])].length > 0).toBe(kind === "mutation");
      // A mutation without a scope could be called by any key. A bulk job is its key's own, and each item has the scope of its operation.
      if (kind === "mutation")
        expect(meta.scope ?? (meta.path.startsWith("/bulk") ? "own:write" : null)).toMatch(/:(write|manage|run|pii)$/);
      // Keys are looked after under one scope: who may not make them need not see them either. What depends on a member concerns whoever deactivates them.
      // Files of what others may see are no reading of reports; running a report changes nothing.
      else
        expect(meta.scope ?? "none:read").toMatch(
          /:(read|pii)$|^(org:manage|members:write|exports:write|imports:write|reports:run)$/,
        );
      // What the body names may not be there either.
      if (pathParameters.length > 0) expect(meta.errors).toContain("NOT_FOUND");
      else if (kind === "query") expect(meta.errors ?? []).not.toContain("NOT_FOUND");
    });

    test("declares an ETag and a Location that its output has", () => {
      const inLocation = [...(meta.created?.location ?? "").matchAll(/\{([\w.]+)\}/g)].map((match) => match[1] ?? "");
      const paths = meta.etag === undefined ? inLocation : [meta.etag, ...inLocation];
      for (const path of paths) {
        const [record = "", field = ""] = path.split(".");
        const member = output.shape[record];
        const shown = member instanceof ZodPipe ? member.out : member;
        expect(shown).toBeInstanceOf(ZodObject);
        expect(Object.keys((shown as ZodObject).shape)).toContain(field);
      }
    });
  });
});

describe("portal procedures", () => {
  interface PortalProcedure {
    _def: {
      type: string;
      meta?: Partial<PortalOperationMeta & PersonOperationMeta & OperationMeta>;
      inputs: readonly z.ZodType[];
      output?: z.ZodType;
    };
    /** Of an operation: tRPC does not parse its output. */
    declared?: Pick<Declaration, "output">;
  }
  const procedures = Object.entries(portalRouter._def.procedures as unknown as Record<string, PortalProcedure>);

  test.each(procedures)("%s has a complete declaration", (_, { _def: { meta, inputs, output }, declared }) => {
    expect([meta?.summary !== undefined, inputs.length, (declared ?? { output }).output !== undefined]).toEqual([
      true,
      1,
      true,
    ]);
    expect(tiers).toContain(meta?.tier);
    for (const type of [...(meta?.emits ?? []), ...(meta?.mayEmit ?? [])])
      expect(Object.keys(eventTypes)).toContain(type);
    expect(JSON.stringify(inputs[0]?.safeParse({ surprise: 1 }).error?.issues)).toContain("unrecognized_keys");
    // Exactly one of the three ways to say who may.
    expect(["scope", "permission", "administrator"].filter((way) => Object.hasOwn(meta ?? {}, way))).toHaveLength(1);
  });

  test("what is searched for by words is in no URL, unless it names nobody whom the firm represents", () => {
    const searches = procedures.filter(
      ([, { _def }]) =>
        _def.type === "query" && _def.inputs.some((input) => "shape" in input && "q" in Object(input.shape)),
    );
    // Members are found by name and address, and requests by IDs, paths and reasons.
    const harmless = new Set(["members.list", "keys.listRequests"]);
    expect(searches.map(([name]) => name)).toContain("suppressions.list");
    expect(searches.map(([name]) => name).filter((name) => !inputInBody.has(name) && !harmless.has(name))).toEqual([]);
  });

  test("mutations in an organization declare the events of a success, or that they record none", () => {
    const silent = procedures
      .filter(([, { _def }]) => _def.type === "mutation" && _def.meta?.isUnaudited !== true)
      .filter(
        ([
          ,
          {
            _def: { meta },
          },
        ]) => [...(meta?.emits ?? []), ...(meta?.mayEmit ?? [])].length === 0,
      )
      .map(([name]) => name);
    // A person's own sessions and administrators' templates are in no organization, an export, a download and what is read of a bank's file change nothing, preferences are a member's own, members of a sandbox are those of the firm, and how a firm signs, and how it sends messages, is no record of the API: each request has its own.
    expect(silent.toSorted()).toEqual([
      "account.endSession",
      "administration.deleteDecisionTemplate",
      "administration.saveDecisionTemplate",
      "audit.noteExport",
      "bankStatements.preview",
      "communicationSettings.changeConnection",
      "communicationSettings.connect",
      "communicationSettings.disconnect",
      "communicationSettings.update",
      "esignSettings.update",
      "notifications.setPreferences",
      "referralProfile.edit",
      "referralProfile.rotateCode",
      "sandbox.open",
      "settlementStatements.offerFile",
      "suppressions.add",
      "suppressions.end",
    ]);
  });

  test("decisions of platform administrators and changes to what a key can do require the second factor", () => {
    const mutations = procedures.filter(([, { _def }]) => _def.type === "mutation");
    // A lease of the vendor queue changes nothing of a key; its token is worth something for an hour at most.
    const decided = mutations.filter(
      ([name, { _def }]) =>
        _def.meta?.administrator === true || (_def.meta?.returnsSecret === true && name !== "retrievalQueue.lease"),
    );
    const confirmed = mutations.filter(([, { _def }]) => _def.meta?.confirm === "second_factor").map(([name]) => name);
    expect(confirmed).toEqual(
      expect.arrayContaining([
        ...decided.map(([name]) => name),
        "serviceAccounts.revoke",
        "serviceAccounts.update",
        "serviceAccounts.resume",
        "webhookSubscriptions.delete",
      ]),
    );
    expect(decided.length).toBeGreaterThan(3);
  });

  test("only read marks, snoozed notices and previews of messages are unaudited", () => {
    expect(procedures.filter(([, { _def }]) => _def.meta?.isUnaudited === true).map(([name]) => name)).toEqual([
      "messages.preview",
      "keys.snoozeAttention",
      "notifications.markRead",
    ]);
  });
});

describe("the code does not use", () => {
  test.each<[string, RegExp]>([
    ["Server Actions", /["']use server["']/],
    ["use cache", /["']use cache/],
    ["next/image and next/og", /from ["']next\/(image|og|legacy\/image)["']/],
    ["rewrites and the proxy", /\brewrites\b|NextResponse|next\/server/],
    ["fetch, which decodes Brotli", /(?<![\w.])fetch\(/],
    ["eval and the like", /\beval\(|new Function\(/],
    ["SQL around parameters", /\$queryRawUnsafe|\$executeRawUnsafe|Prisma\.raw/],
    ["non-null assertions and any", /\bas any\b|: any\b|\w!\.\w/],
  ])("%s", (_, pattern) => {
    // What runs in a browser or at an integrator (also as an example), or measures, is not the server.
    const server = production.filter(
      ({ path }) => !/^app\/docs\/|^src\/portal\/|^src\/sdk\/|^src\/reference\/snippets|^src\/cli\/bench/.test(path),
    );
    expect(findFiles(pattern, pattern.source.includes("fetch") ? server : production)).toEqual([]);
  });

  test("a proxy, middleware, or a Next route below /api", () => {
    for (const path of ["proxy.ts", "middleware.ts", "src/proxy.ts", "src/middleware.ts", "app/api"])
      expect([path, existsSync(join(root, path))]).toEqual([path, false]);
  });

  test("sql.raw or sql.lit, but for SET LOCAL, which takes no parameters", () => {
    // The seed evaluates defaults of columns as PostgreSQL's catalog has them.
    expect(findFiles(/\bsql\.(raw|lit)\b/)).toEqual(["src/platform/database/set-local.ts", "prisma/seed/rows.ts"]);
  });

  test("console outside the command line, vague folder names, or barrel files", () => {
    expect(findFiles(/\bconsole\.\w/).filter((path) => !/^src\/(cli\/|reference\/snippets)/.test(path))).toEqual([]);
    expect(
      sources
        .map(({ path }) => path)
        .filter((path) => /\/(lib|utils|helpers|common|shared|services|types)\//.test(path)),
    ).toEqual([]);
    expect(sources.map(({ path }) => path).filter((path) => /^src\/.*\/index\.ts$/.test(path))).toEqual([
      "src/sdk/index.ts",
    ]); // a package's entry
  });
});

describe("the tree", () => {
  test("files are in kebab case", () => {
    const names = sources.map(({ path }) => path).filter((path) => path.startsWith("src/"));
    expect(
      names.filter((path) => !/^src(\/[a-z0-9-]+)*\/[a-z0-9-]+(\.[a-z0-9-]+)*\.(tsx?|d\.mts|mjs|cjs)$/.test(path)),
    ).toEqual([]);
  });

  test("files are at most four levels below src", () => {
    expect(
      sources.map(({ path }) => path).filter((path) => path.startsWith("src/") && path.split("/").length > 5),
    ).toEqual([]);
  });
});
