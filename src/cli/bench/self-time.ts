import type { Profiler } from "node:inspector";

/** Self time by place, in milliseconds, largest first. Idle time is left out. */
export interface SelfTimes {
  /** By package, part of Node, or folder of ours. */
  groups: [place: string, milliseconds: number][];
  /** By function; those of our own files begin with `ours`. */
  functions: [place: string, milliseconds: number][];
}

interface Place {
  group: string;
  inFunction: string;
}

/** Sums the samples of a CPU profile by where the time was spent. */
export function sumSelfTime({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile): SelfTimes {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parents = new Map(nodes.flatMap((node) => (node.children ?? []).map((child) => [child, node.id] as const)));
  const groups = new Map<string, number>();
  const functions = new Map<string, number>();
  const places = new Map<number, Place | null>();
  for (const [index, id] of samples.entries()) {
    const known = places.get(id);
    const place = known === undefined ? locate(id, byId, parents) : known;
    places.set(id, place);
    if (place === null) continue;
    const milliseconds = Math.max(0, timeDeltas[index] ?? 0) / 1000;
    groups.set(place.group, (groups.get(place.group) ?? 0) + milliseconds);
    functions.set(place.inFunction, (functions.get(place.inFunction) ?? 0) + milliseconds);
  }
  return { groups: sort(groups), functions: sort(functions) };
}

function sort(sums: ReadonlyMap<string, number>): [string, number][] {
  return [...sums].toSorted((left, right) => right[1] - left[1]);
}

const special = new Map([
  ["(garbage collector)", "garbage collector"],
  ["(program)", "native code, system calls"],
  ["(root)", "native code, system calls"],
]);

/** Null for what is not counted. Built-in functions without a file count for the file that called them. */
function locate(
  id: number,
  byId: ReadonlyMap<number, Profiler.ProfileNode>,
  parents: ReadonlyMap<number, number>,
): Place | null {
  let builtIn = "";
  for (let at: number | undefined = id; at !== undefined; at = parents.get(at)) {
    const frame = byId.get(at)?.callFrame;
    // The profiler's own start and end are not the server's work.
    if (frame === undefined || frame.functionName === "(idle)" || frame.url.startsWith("node:inspector")) return null;
    const name = frame.functionName === "" ? "(anonymous)" : frame.functionName;
    const group = special.get(name);
    if (group !== undefined) return { group, inFunction: builtIn === "" ? group : builtIn };
    if (frame.url !== "") return locateFile(frame.url, builtIn === "" ? name : `${name}, built-in ${builtIn}`);
    if (builtIn === "") builtIn = name;
  }
  return { group: "native code, system calls", inFunction: builtIn };
}

function locateFile(url: string, functionName: string): Place {
  const installed = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\/(.*)/.exec(url);
  if (installed !== null)
    return { group: installed[1] ?? "", inFunction: `${installed[1]}/${installed[2]} ${functionName}` };
  if (url.startsWith("node:")) return { group: nameNodePart(url), inFunction: `${url} ${functionName}` };
  const [, folder = "other", rest = ""] = /\/src\/((?:areas\/)?[^/]+)(\/.*)?$/.exec(url) ?? [];
  return { group: `ours: ${folder}`, inFunction: `ours: ${folder}${rest} ${functionName}` };
}

function nameNodePart(url: string): string {
  if (/^node:(_http|internal\/http)/.test(url)) return "node: http";
  if (/^node:(net|stream|_stream|internal\/(streams|stream_base|net))/.test(url)) return "node: sockets and streams";
  if (/^node:(crypto|internal\/crypto)/.test(url)) return "node: crypto";
  if (/^node:(buffer|internal\/(buffer|encoding)|string_decoder)/.test(url)) return "node: buffers and text";
  if (/^node:internal\/(process\/task_queues|async|promise)/.test(url)) return "node: promises and ticks";
  if (/^node:(timers|internal\/timers)/.test(url)) return "node: timers";
  return "node: other";
}
