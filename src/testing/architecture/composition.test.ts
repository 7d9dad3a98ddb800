import { expect, test } from "vitest";
import { production, type Source } from "./sources.ts";

/** An exported collection that others can fill: it is empty, and its type is not one that only reads. */
const openRegistry =
  /^export (?:const|let) \w+(?:: (?!Readonly|readonly )[^=\n]+)? = (?:new (?:Map|Set)\b[^(\n]*\(\)|\{\}|\[\]);/m;
/** A collection of a module that is filled while others are loaded, in the layers that composition stands on. */
const ownRegistry = /^const \w+(?:: (?!Readonly|readonly )[^=\n]+)? = (?:new (?:Map|Set)\b[^(\n]*\(\)|\{\}|\[\]);/m;
const composed = /^src\/(composition|bulk|workflows|areas|rpc)\//;
/** What a module remembers of what it has computed: it is the same for every process. */
const caches = new Set(["src/areas/calendar/feeds/domain.entries.ts"]);

const findRegistries = (sources: readonly Source[]) =>
  sources
    .filter(({ path, text }) => openRegistry.test(text) || (composed.test(path) && ownRegistry.test(text)))
    .map(({ path }) => path)
    .filter((path) => !caches.has(path));

test("no module is a registry that others fill: what a process is made of is an argument (0173)", () => {
  expect(findRegistries(production)).toEqual([]);
});

test("no module of ours is imported for its effect", () => {
  const effect = /^import "\.[^"]*(?<!\.css)";/m;
  expect(production.filter(({ text }) => effect.test(text)).map(({ path }) => path)).toEqual([]);
});

test("the control: the registries that there were are found", () => {
  const found = findRegistries([
    { path: "src/areas/a/domain.ts", text: "export const followers: Record<string, Follower> = {};" },
    { path: "src/rpc/area.ts", text: 'const routes = new Map<string, Pick<Meta, "path">>();' },
    { path: "src/rpc/zones.ts", text: "export const dependents = new Map<Kind, Dependent>();" },
    { path: "src/platform/list.ts", text: "export const none: readonly string[] = [];" },
    { path: "src/platform/cache.ts", text: "const remembered = new Map<string, string>();" },
  ]);
  expect(found).toEqual(["src/areas/a/domain.ts", "src/rpc/area.ts", "src/rpc/zones.ts"]);
});
