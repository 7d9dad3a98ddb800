import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

interface LockedPackage {
  version?: string;
  integrity?: string;
  /** It comes within the tarball of the package around it, which has the integrity. */
  inBundle?: boolean;
  resolved?: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
}

const path = join(import.meta.dirname, "..", "..", "package-lock.json");
const { packages } = JSON.parse(readFileSync(path, "utf8")) as { packages: Record<string, LockedPackage> };
const installed = Object.entries(packages).filter(([place]) => place !== "");

/** Where `name` is found from `place` upwards, as Node resolves it; null if nowhere. */
function findLocked(place: string, name: string): string | null {
  const here = `${place === "" ? "" : `${place}/`}node_modules/${name}`;
  if (packages[here] !== undefined) return here;
  return place === "" ? null : findLocked(place.slice(0, Math.max(place.lastIndexOf("/node_modules/"), 0)), name);
}

test("every locked package has the registry's integrity and names no registry host", () => {
  const fetched = installed.filter(([, { inBundle }]) => inBundle !== true);
  expect(fetched.length).toBeGreaterThan(1_000);
  expect(
    fetched
      .filter(([, { integrity }]) => !/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity ?? ""))
      .map(([place]) => place),
  ).toEqual([]);
  expect(installed.filter(([, { resolved }]) => resolved !== undefined).map(([place]) => place)).toEqual([]);
});

test("the lock file has the optional packages of every operating system, without which npm ci fails elsewhere", () => {
  const wanted = Object.entries(packages).flatMap(([place, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).map((name) => ({ place, name })),
  );
  expect(wanted.length).toBeGreaterThan(100);
  expect(wanted.filter(({ place, name }) => findLocked(place, name) === null)).toEqual([]);
});

test("what a server needs is installed without following peers: each required peer is a dependency of the project", () => {
  const reached = new Set<string>();
  const follow = (place: string) => {
    const { dependencies = {}, optionalDependencies = {} } = packages[place] ?? {};
    for (const name of [...Object.keys(dependencies), ...Object.keys(optionalDependencies)]) {
      const found = findLocked(place, name);
      if (found === null || reached.has(found)) continue;
      reached.add(found);
      follow(found);
    }
  };
  follow("");
  expect(reached.size).toBeGreaterThan(300);
  const isRequired = ({ peerDependenciesMeta = {} }: LockedPackage, name: string) =>
    peerDependenciesMeta[name]?.optional !== true;
  const missing = [...reached].flatMap((place) => {
    const entry = packages[place] ?? {};
    const peers = Object.keys(entry.peerDependencies ?? {}).filter((name) => isRequired(entry, name));
    return peers.filter((name) => !reached.has(findLocked(place, name) ?? "")).map((name) => `${place}: ${name}`);
  });
  expect(missing).toEqual([]);
});
