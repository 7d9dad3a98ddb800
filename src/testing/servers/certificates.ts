import { createHash } from "node:crypto";
import { generate } from "selfsigned";

/** Certificate and private key, both PEM. */
export interface KeyPair {
  certificate: string;
  key: string;
}

const day = 86_400_000;

/** A certificate authority of our own. One per process is enough, unless another process must trust it. */
export async function makeAuthority(name = "Caseport test authority"): Promise<KeyPair> {
  return make(name, {
    extensions: [
      { name: "basicConstraints", cA: true, critical: true },
      { name: "keyUsage", keyCertSign: true, digitalSignature: true, critical: true },
    ],
    notBeforeDate: new Date(Date.now() - day),
  });
}

let authority: Promise<KeyPair> | undefined;

/** The authority of this process. */
export function ownAuthority(): Promise<KeyPair> {
  authority ??= makeAuthority();
  return authority;
}

const made = new Map<string, Promise<KeyPair>>();

/**
 * A certificate for a host name, valid from yesterday. Made once per process, name and authority.
 *
 * @param signer null for one that signed itself
 * @param notAfter in the past for one that has expired
 */
export function certificateFor(
  hostName: string,
  signer: KeyPair | null,
  notAfter = new Date(Date.now() + 30 * day),
): Promise<KeyPair> {
  const signerPrint = signer === null ? "itself" : createHash("sha256").update(signer.certificate).digest("base64");
  const print = [hostName, signerPrint, Math.floor(notAfter.getTime() / day)].join(" ");
  const known = made.get(print);
  if (known !== undefined) return known;
  const pair = make(hostName, {
    extensions: [
      { name: "basicConstraints", cA: false, critical: true },
      { name: "keyUsage", digitalSignature: true, critical: true },
      { name: "extKeyUsage", serverAuth: true },
      { name: "subjectAltName", altNames: [{ type: 2, value: hostName }] },
    ],
    notBeforeDate: new Date(Math.min(Date.now(), notAfter.getTime()) - day),
    notAfterDate: notAfter,
    ...(signer !== null && { ca: { key: signer.key, cert: signer.certificate } }),
  });
  made.set(print, pair);
  return pair;
}

async function make(commonName: string, options: Parameters<typeof generate>[1]): Promise<KeyPair> {
  const { cert, private: key } = await generate([{ name: "commonName", value: commonName }], {
    keyType: "ec",
    curve: "P-256",
    algorithm: "sha256",
    ...options,
  });
  return { certificate: cert, key };
}
