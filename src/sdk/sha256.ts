/** A hash that grows with a stream: WebCrypto hashes only what is in memory as a whole. */
export interface StreamHash {
  update(bytes: Uint8Array): void;
  /** In hexadecimal. */
  digest(): string;
}

interface Hash {
  update(bytes: Uint8Array): unknown;
  digest(encoding: "hex"): string;
}
interface Runtime {
  process?: { getBuiltinModule?: (name: string) => { createHash(algorithm: string): Hash } | undefined };
}

/** Node's, Bun's or Deno's own SHA-256, which is several times faster, or the one below. */
export function createSha256(): StreamHash {
  const native = (globalThis as Runtime).process?.getBuiltinModule?.("node:crypto")?.createHash("sha256");
  return native === undefined
    ? new Sha256()
    : { update: (bytes) => void native.update(bytes), digest: () => native.digest("hex") };
}

const blockBytes = 64;
const primes = Array.from({ length: 312 }, (_, number) => number).filter(
  (number) =>
    number > 1 &&
    !Array.from({ length: number - 2 }, (_, divisor) => divisor + 2).some((divisor) => number % divisor === 0),
);
/** The first 32 bits of the fraction of a root. */
const fraction = (root: number) => ((root % 1) * 2 ** 32) | 0;
const roundConstants = Int32Array.from(primes.slice(0, 64), (prime) => fraction(Math.cbrt(prime)));
const rotate = (word: number, bits: number) => (word >>> bits) | (word << (32 - bits));

/** FIPS 180-4. */
export class Sha256 implements StreamHash {
  readonly #state = Int32Array.from(primes.slice(0, 8), (prime) => fraction(Math.sqrt(prime)));
  readonly #schedule = new Int32Array(64);
  readonly #block = new Uint8Array(blockBytes);
  #filled = 0;
  #length = 0;

  update(bytes: Uint8Array): void {
    this.#length += bytes.length;
    for (let at = 0; at < bytes.length;) {
      const piece = bytes.subarray(at, at + blockBytes - this.#filled);
      this.#block.set(piece, this.#filled);
      this.#filled += piece.length;
      at += piece.length;
      if (this.#filled < blockBytes) return;
      this.#compress();
      this.#filled = 0;
    }
  }

  digest(): string {
    const bits = this.#length * 8;
    // One bit, zeros up to a block's last eight bytes, and the length.
    this.update(Uint8Array.of(0x80));
    this.update(new Uint8Array((2 * blockBytes - 8 - this.#filled) % blockBytes));
    const length = new DataView(new ArrayBuffer(8));
    length.setUint32(0, Math.floor(bits / 2 ** 32));
    length.setUint32(4, bits % 2 ** 32);
    this.update(new Uint8Array(length.buffer));
    return Array.from(this.#state, (word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
  }

  #compress(): void {
    const words = this.#schedule;
    const block = new DataView(this.#block.buffer);
    for (let t = 0; t < 64; t += 1) words[t] = t < 16 ? block.getInt32(t * 4) : this.#expand(t);
    let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = this.#state;
    for (let t = 0; t < 64; t += 1) {
      const first =
        (h +
          (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) +
          ((e & f) ^ (~e & g)) +
          (roundConstants[t] ?? 0) +
          (words[t] ?? 0)) |
        0;
      const second = ((rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, place) => (this.#state[place] = ((this.#state[place] ?? 0) + word) | 0));
  }

  #expand(t: number): number {
    const word = (back: number) => this.#schedule[t - back] ?? 0;
    const [near, far] = [word(2), word(15)];
    return (
      (word(16) +
        (rotate(far, 7) ^ rotate(far, 18) ^ (far >>> 3)) +
        word(7) +
        (rotate(near, 17) ^ rotate(near, 19) ^ (near >>> 10))) |
      0
    );
  }
}
