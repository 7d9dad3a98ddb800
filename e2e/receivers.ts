import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { makeAuthority, type KeyPair } from "../src/testing/servers/certificates.ts";
import { startReceiver, type Receiver } from "../src/testing/servers/receiver.ts";

/** The host that the server under test finds on this computer, and nowhere else. */
export const receiverHost = "hooks.caseport.test";

const receiverPort = Number(process.env["E2E_PORT"] ?? 3987) + 1_000;

function findFiles(): { pair: string; certificate: string } {
  const folder = resolve(process.env["E2E_DATA_DIR"] ?? ".data");
  return { pair: join(folder, "e2e-authority.json"), certificate: join(folder, "e2e-authority.pem") };
}

/**
 * Creates the authority whose certificates the server under test accepts, once per data folder and before the server
 * starts.
 *
 * @returns the environment variables that configure it at the server
 */
export async function prepareReceivers(): Promise<Record<string, string>> {
  const files = findFiles();
  if (!existsSync(files.pair)) {
    const authority = await makeAuthority();
    writeFileSync(files.certificate, authority.certificate);
    writeFileSync(files.pair, JSON.stringify(authority), { mode: 0o600 });
  }
  return {
    NODE_EXTRA_CA_CERTS: files.certificate,
    CASEPORT_WEBHOOK_TEST_RECEIVERS: `${receiverHost}=127.0.0.1:${receiverPort}`,
  };
}

/** Receives webhooks at receiverHost: a real HTTPS server. One at a time. */
export function openReceiver(): Promise<Receiver> {
  const authority = JSON.parse(readFileSync(findFiles().pair, "utf8")) as KeyPair;
  return startReceiver({ name: receiverHost, port: receiverPort, authority });
}
