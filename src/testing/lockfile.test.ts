import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

interface LockedPackage {
  version?: string;
  integrity?: string;
  /** It comes within the tarball of the package around it, which has the integrity. */
  inBundle?: boolean;
  resolved?: string;
  optionalDependencies?: Record<string, string>;
}

const path = join(import.meta.dirname, "..", "..", "package-lock.json");
const { packages } = JSON.parse(readFileSync(path, "utf8")) as { packages: Record<string, LockedPackage> };
const installed = Object.entries(packages).filter(([place]) => place !== "");

/** Whether `name` is found from `place` upwards, as Node resolves it. */
function isLocked(place: string, name: string): boolean {
  if (packages[`${place === "" ? "" : `${place}/`}node_modules/${name}`] !== undefined) return true;
  return place !== "" && isLocked(place.slice(0, Math.max(place.lastIndexOf("/node_modules/"), 0)), name);
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
  expect(wanted.filter(({ place, name }) => !isLocked(place, name))).toEqual([]);
});
