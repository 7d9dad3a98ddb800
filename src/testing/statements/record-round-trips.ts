import type { Pool } from "pg";

/** The statements that were sent together: none of them waited for the response to another one. */
export type RoundTrip = string[];

/** Records what a pool's connections send, from those that open from now on. */
export interface RoundTripRecorder {
  /** What was sent since the last time, in the order of sending. */
  take(): RoundTrip[];
}

interface SubmittedQuery {
  text: string;
  callback: (...results: unknown[]) => void;
}

export function recordRoundTrips(pool: Pool): RoundTripRecorder {
  let roundTrips: RoundTrip[] = [];
  /** Of how many of them a response has come. */
  let responded = 0;
  const record = (text: string): (() => void) => {
    const place = responded;
    (roundTrips[place] ??= []).push(text);
    const recorded = roundTrips;
    return () => {
      if (recorded === roundTrips) responded = Math.max(responded, place + 1);
    };
  };
  pool.on("connect", (client) => {
    const query = client.query.bind(client) as (...parameters: unknown[]) => unknown;
    client.query = ((...parameters: unknown[]) => {
      const [sent] = parameters as [string | SubmittedQuery];
      const respond = record(typeof sent === "string" ? sent : sent.text);
      if (typeof sent === "string") {
        const result = query(...parameters) as Promise<unknown>;
        result.then(respond, respond);
        return result;
      }
      const { callback } = sent;
      sent.callback = (...results) => {
        respond();
        callback(...results);
      };
      return query(...parameters);
    }) as typeof client.query;
  });
  return {
    take: () => {
      const taken = roundTrips;
      roundTrips = [];
      responded = 0;
      return taken;
    },
  };
}

const words: Readonly<Record<string, string>> = { select: "read", with: "write" };
const findTable = /\b(?:FROM|INTO|UPDATE) "?([\w.]+)/i;

/** A statement in two words, as `lock Client`: what it does, and to which table; what it joins or compares is left out. */
export function nameStatement(text: string): string {
  const plain = withoutSubselects(text.replaceAll(/\/\*.*?\*\//g, "").trim());
  const [verb = ""] = plain.toLowerCase().split(/\W/, 1);
  if (["begin", "commit", "rollback"].includes(verb)) return verb;
  const [, called] = /^SELECT (\w+)\(?/.exec(plain) ?? [];
  const [, table] = findTable.exec(plain) ?? findTable.exec(text) ?? [];
  if (table === undefined) return called ?? verb;
  if (/\bfor (?:no key update|update|key share|share)\b/i.test(plain)) return `lock ${table}`;
  return `${words[verb] ?? verb} ${table}`;
}

/** But for those from which the statement itself selects. */
function withoutSubselects(text: string): string {
  const shorter = text.replaceAll(/(?<!\bFROM |\bAS )\([^()]*\)/gi, "");
  return shorter === text ? text : withoutSubselects(shorter);
}
