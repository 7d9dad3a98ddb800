import { readFile } from "node:fs/promises";
import { createPrivateKey, sign, X509Certificate } from "node:crypto";
import { promisify } from "node:util";
import { generate } from "selfsigned";
import type { SealServices } from "./library.ts";
import type { SealIdentity } from "./types.ts";

/** The certificate that seals, and its private key, both PEM. */
export interface SealCertificate {
  certificate: string;
  key: string;
}

export type Seal = { identity: SealIdentity } & Pick<SealServices, "sign">;

const keyBits = 3072;
/** A seal outlives the case; who opens the file later sees whether the certificate was valid when it was made. */
const validYears = 20;

/** A self-signed certificate for an installation whose operator has none. It names no person and no firm. */
export async function makeSealCertificate(from: Date): Promise<SealCertificate> {
  const until = new Date(from);
  until.setUTCFullYear(until.getUTCFullYear() + validYears);
  const { cert: certificate, private: key } = await generate([{ name: "commonName", value: "Caseport seal" }], {
    keyType: "rsa",
    keySize: keyBits,
    algorithm: "sha256",
    notBeforeDate: from,
    notAfterDate: until,
    extensions: [
      { name: "basicConstraints", cA: false, critical: true },
      { name: "keyUsage", digitalSignature: true, nonRepudiation: true, critical: true },
    ],
  });
  return { certificate, key };
}

const signInPool = promisify(sign);

/** The seal of a certificate that `makeSealCertificate` made. */
export function openSeal({ certificate, key }: SealCertificate): Seal {
  const privateKey = createPrivateKey(key);
  return {
    identity: { certificate: new Uint8Array(new X509Certificate(certificate).raw), chain: [], keyType: "RSA" },
    sign: async (data) => new Uint8Array(await signInPool("sha256", data, privateKey)),
  };
}

/**
 * The seal of the operator's own PKCS #12 file.
 *
 * @throws for another password, or a file without a key and its certificate
 */
export async function openP12Seal(bytes: Uint8Array, password: string): Promise<Seal> {
  // Most installations have no such file, and the library is large.
  const { readP12 } = await import("./library.ts");
  try {
    return await readP12(bytes, password);
  } catch (error) {
    throw new Error("the PKCS #12 file cannot be read with this password", { cause: error });
  }
}

/**
 * The seal of the operator's PKCS #12 file; null where none is set.
 *
 * @throws with the variable's name for a file that cannot be read
 */
export async function readOwnSeal({
  p12,
  password,
}: {
  p12: string | null;
  password: string | null;
}): Promise<Seal | null> {
  if (p12 === null) return null;
  try {
    return await openP12Seal(new Uint8Array(await readFile(p12)), password ?? "");
  } catch (error) {
    throw new Error(`CASEPORT_SEALING_P12: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}

/** A certificate as PEM, to be published. */
export function toPem({ certificate }: Pick<SealIdentity, "certificate">): string {
  return new X509Certificate(certificate).toString();
}
