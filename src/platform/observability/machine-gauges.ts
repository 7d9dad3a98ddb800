import { statfs } from "node:fs/promises";
import { isIP } from "node:net";
import { connect } from "node:tls";
import type { Environment } from "../environment.ts";
import type { GaugeSource } from "./metrics.ts";

const certificateMilliseconds = 3_600_000;
const connectMilliseconds = 3_000;

/** The share of a file system that is used, as its users see it. */
export async function readDiskUse(folder: string): Promise<{ usedShare: number; freeBytes: number }> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { usedShare: blocks === 0 ? 0 : 1 - bavail / blocks, freeBytes: bavail * bsize };
}

/** Of the file system of CASEPORT_DATA_DIR. */
export function diskGauge({ dataDirectory }: Pick<Environment, "dataDirectory">): GaugeSource {
  const name = "caseport_disk_used_ratio";
  return {
    gauges: { [name]: { help: "The part of the data folder's file system that is used, from 0 to 1." } },
    read: async () => [{ name, value: (await readDiskUse(dataDirectory)).usedShare }],
  };
}

/** Of the public URL, if that is https: of the proxy that ends TLS there. Read once an hour. */
export function certificateGauge({ baseUrl }: Pick<Environment, "baseUrl">): GaugeSource {
  const name = "caseport_certificate_expiry_seconds";
  let expiry: { at: number; readAt: number } | null = null;
  return {
    gauges: { [name]: { help: "Until the certificate of the public URL expires; negative afterwards." } },
    read: async () => {
      if (!baseUrl.startsWith("https:")) return [];
      if (expiry === null || performance.now() - expiry.readAt > certificateMilliseconds)
        expiry = { at: await readExpiry(new URL(baseUrl)), readAt: performance.now() };
      return [{ name, value: (expiry.at - Date.now()) / 1_000 }];
    },
  };
}

/** @returns milliseconds since 1970 */
function readExpiry({ hostname, port }: URL): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  // An expired or self-signed one is read, too; nothing is sent.
  const host = hostname.replace(/^\[|\]$/g, "");
  const socket = connect({
    host,
    port: Number(port || 443),
    ...(isIP(host) === 0 && { servername: host }),
    rejectUnauthorized: false,
    timeout: connectMilliseconds,
  });
  socket.once("secureConnect", () => resolve(Date.parse(socket.getPeerCertificate().valid_to)));
  socket.once("timeout", () => reject(new Error("No response")));
  socket.once("error", reject);
  return promise.finally(() => socket.destroy());
}
