import { isDeepStrictEqual } from "node:util";
import type { FormRequest } from "../../openapi/forms/write-form.ts";
import { boundWork } from "../../platform/bounded-work/bounded-work.ts";
import { wholeDocument, type DocumentForm } from "./document-query.ts";
import type { ServedText } from "./served-text.ts";

/** How many bytes of forms a process keeps, compressed and not; the whole document as 3.0 has 6 MB. */
const keptBytes = 24_000_000;

const write = boundWork<FormRequest, ServedText>(new URL("./document-forms-thread.ts", import.meta.url), {
  threads: 1,
  // The whole document as 3.0 takes 2 s.
  processorMilliseconds: 20_000,
  waitMilliseconds: 30_000,
  memoryBytes: 512 * 1024 * 1024,
  // It holds 100 MB after the whole document.
  idleMilliseconds: 5_000,
});

/** The text of a form, for a client whose turn it is. */
export type FindForm = (client: string, form: DocumentForm) => Promise<ServedText>;

/**
 * Creates what finds a form of the document: written in a thread when it is first requested, and kept as long as newer
 * ones leave it room.
 *
 * @param readDocument the document as it is described
 * @returns the text; the promise rejects with a passing 503 while too many are written
 */
export function createFormFinder(readDocument: () => ServedText): FindForm {
  const forms = new Map<string, Promise<ServedText>>();
  const sizes = new Map<string, number>();

  function keep(key: string, bytes: number): void {
    sizes.set(key, bytes);
    let total = [...sizes.values()].reduce((sum, size) => sum + size);
    for (const [oldest, size] of sizes) {
      if (total <= keptBytes || oldest === key) break;
      sizes.delete(oldest);
      forms.delete(oldest);
      total -= size;
    }
  }

  return (client, form) => {
    if (isDeepStrictEqual(form, wholeDocument)) return Promise.resolve(readDocument());
    const key = JSON.stringify(form);
    const known = forms.get(key);
    if (known !== undefined) return known;
    const written = write(client, { ...form, document: readDocument().identity.bytes }).then(fromThread);
    forms.set(key, written);
    written.then(
      (text) =>
        keep(
          key,
          Object.values(text).reduce((sum, { bytes }) => sum + bytes.length, 0),
        ),
      () => forms.delete(key),
    );
    return written;
  };
}

/** A thread sends buffers as plain arrays of bytes. */
function fromThread(text: ServedText): ServedText {
  const { br, gzip, identity } = text;
  const revive = ({ headers, bytes }: ServedText["identity"]) => ({ headers, bytes: Buffer.from(bytes) });
  return { br: revive(br), gzip: revive(gzip), identity: revive(identity) };
}
