import { Resolver } from "node:dns/promises";
import { setTimeout as pause } from "node:timers/promises";

export interface NameResolver {
  resolve4(name: string): Promise<string[]>;
  resolve6(name: string): Promise<string[]>;
}

/**
 * Queries the machine's name servers. Not getaddrinfo: it uses the process's four threads, which a slow name server
 * would block, and reads /etc/hosts, which contains internal names.
 */
export function openResolver(): NameResolver {
  return new Resolver({ timeout: 1_500, maxTimeout: 1_500, tries: 2 });
}

/**
 * The IP addresses of a host name, both families alternately, without duplicates; those that arrive in time. The caller
 * checks whether they are allowed.
 */
export async function findAddresses(
  resolver: NameResolver,
  name: string,
  milliseconds: number,
  stop: AbortSignal,
): Promise<string[]> {
  const ipv4: string[] = [];
  const ipv6: string[] = [];
  const nothing = () => undefined;
  const lookups = Promise.all([
    resolver.resolve4(name).then((found) => ipv4.push(...found), nothing),
    resolver.resolve6(name).then((found) => ipv6.push(...found), nothing),
  ]);
  const over = new AbortController();
  await Promise.race([
    lookups,
    pause(milliseconds, undefined, { signal: AbortSignal.any([stop, over.signal]) }).catch(nothing),
  ]);
  over.abort();
  const inTurn = Array.from({ length: Math.max(ipv4.length, ipv6.length) }, (_, index) => [
    ipv4[index],
    ipv6[index],
  ]).flat();
  return [...new Set(inTurn)].filter((address) => address !== undefined);
}
