import * as z from "zod";

/** The largest file that the JSON of a request holds, in Base64: a larger one is sent as a form. Bytes. */
const maxInlineBytes = 700 * 1_024;

/**
 * A file in the JSON of a request.
 *
 * @param file what it is, as its description begins: `The PDF`
 */
export const base64File = (file: string) =>
  z
    .string()
    .min(4)
    .max(Math.ceil(maxInlineBytes / 3) * 4)
    .regex(/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/, "must be Base64")
    .meta({
      description: `${file} in Base64, at most 700 KiB; send a larger one as a form.`,
      contentEncoding: "base64",
    });
