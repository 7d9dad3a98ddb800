import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";

interface Ceremony {
  challenge: string;
  origin: string;
  /** Whether the device verified the person; default true. */
  isVerified?: boolean;
}

const flags = { present: 1, verified: 4, hasKey: 64 };

/** A device with one passkey (ES256, attestation `none`), as WebAuthn level 2 describes what it sends. */
export class PasskeyDevice {
  readonly id = randomBytes(32);
  private readonly keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
  private uses = 0;

  /** A response for `register`. */
  create(ceremony: Ceremony): Record<string, unknown> {
    const { x = "", y = "" } = this.keys.publicKey.export({ format: "jwk" });
    const key = encodeMap(
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, "base64url")],
      [-3, Buffer.from(y, "base64url")],
    );
    const length = Buffer.from([0, this.id.length]);
    const authData = Buffer.concat([this.describe(ceremony, flags.hasKey), Buffer.alloc(16), length, this.id, key]);
    const attestationObject = encodeMap(["fmt", "none"], ["attStmt", encodeMap()], ["authData", authData]).toString(
      "base64url",
    );
    return this.respond({
      clientDataJSON: describeClient("webauthn.create", ceremony).toString("base64url"),
      attestationObject,
      transports: ["internal"],
    });
  }

  /** A response for `sign-in` and `confirm`. */
  get(ceremony: Ceremony): Record<string, unknown> {
    const authenticatorData = this.describe(ceremony, 0);
    const client = describeClient("webauthn.get", ceremony);
    const signature = sign("sha256", Buffer.concat([authenticatorData, sha256(client)]), this.keys.privateKey);
    const toText = (bytes: Buffer) => bytes.toString("base64url");
    return this.respond({
      clientDataJSON: toText(client),
      authenticatorData: toText(authenticatorData),
      signature: toText(signature),
    });
  }

  private describe({ origin, isVerified = true }: Ceremony, more: number): Buffer {
    this.uses += 1;
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.uses);
    return Buffer.concat([
      sha256(Buffer.from(new URL(origin).hostname)),
      Buffer.from([flags.present + (isVerified ? flags.verified : 0) + more]),
      counter,
    ]);
  }

  private respond(response: Record<string, unknown>): Record<string, unknown> {
    const id = this.id.toString("base64url");
    return { id, rawId: id, type: "public-key", response, clientExtensionResults: {} };
  }
}

function describeClient(type: string, { challenge, origin }: Ceremony): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
}

const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest();

/**
 * CBOR (RFC 8949) of a map of what occurs here: small integers, short texts, bytes below 64 KB, and maps that are
 * encoded already.
 */
function encodeMap(...entries: (readonly [number | string, number | string | Buffer])[]): Buffer {
  return Buffer.concat([
    Buffer.from([0xa0 + entries.length]),
    ...entries.flatMap(([key, value]) => [encode(key), encode(value)]),
  ]);
}

function encode(value: number | string | Buffer): Buffer {
  if (typeof value === "number") return Buffer.from([value < 0 ? 0x1f - value : value]);
  if (typeof value === "string") return Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)]);
  if (value.length === 1 && value[0] === 0xa0) return value;
  const head = Buffer.from(value.length < 256 ? [0x58, value.length] : [0x59, value.length >> 8, value.length & 255]);
  return Buffer.concat([head, value]);
}
