// `npm run lock`, after every `npm install <package>`: adds to package-lock.json the optional packages of OTHER machines
// (binaries for macOS, Windows, ARM …) that this machine's registry does not show. npm leaves them out of the lock, and
// `npm ci` then refuses the whole lock ("Missing: … from lock file"). They are never fetched where their os, cpu or libc
// do not match; elsewhere npm fetches them by their exact version.
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const file = join(import.meta.dirname, "..", "..", "package-lock.json");
const processors = new Set(["x64", "arm64", "arm", "ia32", "ppc64", "riscv64", "s390x", "wasm32", "loong64"]);
const systems = new Set(["darwin", "linux", "win32", "android", "freebsd", "openharmony", "windows"]);

const lock = JSON.parse(readFileSync(file, "utf8"));
const added = [];
for (const [place, entry] of Object.entries(lock.packages)) {
  for (const [name, range] of Object.entries(entry.optionalDependencies ?? {})) {
    if (isLocked(place, name)) continue;
    const stub = describeOther(name, range, entry.dev);
    if (stub === null) console.error(`cannot complete ${name} ${range} of ${place}`);
    else {
      lock.packages[`node_modules/${name}`] = stub;
      added.push(`${name}@${stub.version}`);
    }
  }
}
lock.packages = Object.fromEntries(Object.entries(lock.packages).toSorted(([left], [right]) => left.localeCompare(right, "en")));
writeFileSync(`${file}.new`, `${JSON.stringify(lock, null, 2)}\n`);
renameSync(`${file}.new`, file);
console.log(added.length === 0 ? "package-lock.json is complete." : `Added to package-lock.json: ${added.join(", ")}`);

/** Whether the package is found from `place` upwards, as Node would look for it. */
function isLocked(place, name) {
  for (let base = place; ; base = base.slice(0, Math.max(base.lastIndexOf("/node_modules/"), 0))) {
    if (lock.packages[`${base === "" ? "" : `${base}/`}node_modules/${name}`] !== undefined) return true;
    if (base === "") return false;
  }
}

/** The entry of a package for another machine, read off its name; null when the name does not tell. */
function describeOther(name, range, isDevelopment) {
  const version = range.replace(/^[\^~]/, "");
  const words = name.split("/").at(-1).split("-");
  const system = words.find((word) => systems.has(word));
  const processor = words.find((word) => processors.has(word));
  if (!/^\d+\.\d+\.\d+[\w.+-]*$/.test(version) || (system === undefined && processor === undefined)) return null;
  const libc = words.some((word) => word.startsWith("musl")) ? "musl" : words.some((word) => word.startsWith("gnu")) ? "glibc" : null;
  return {
    version,
    ...(isDevelopment && { dev: true }),
    ...(processor !== undefined && { cpu: [processor] }),
    ...(system === "linux" && libc !== null && { libc: [libc] }),
    optional: true,
    ...(system !== undefined && { os: [system === "windows" ? "win32" : system] }),
  };
}
