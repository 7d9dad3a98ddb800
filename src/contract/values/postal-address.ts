import * as z from "zod";
import { withStateCode } from "./us-state.ts";
import { trimmedText, ZipCode } from "./values.ts";

/** Replaces the whole address: omitted members become null. */
export const GivenAddress = z
  .strictObject({
    line1: trimmedText(200).nullable().default(null),
    line2: trimmedText(200).nullable().default(null),
    city: trimmedText(100).nullable().default(null),
    state: trimmedText(100)
      .nullable()
      .default(null)
      .meta({ description: "For the United States the two-letter code; the name of a state becomes its code." }),
    zipCode: trimmedText(20)
      .nullable()
      .default(null)
      .meta({ description: "`12345` or `12345-6789`; any format if `country` is not `US`." }),
    country: z
      .string()
      .regex(/^[A-Z]{2}$/, "must be two letters, such as US")
      .nullable()
      .default(null)
      .meta({ description: "ISO 3166-1; null is the United States." }),
  })
  .refine(
    ({ country, zipCode }) =>
      zipCode === null || (country !== null && country !== "US") || ZipCode.safeParse(zipCode).success,
    {
      path: ["zipCode"],
      message: "must be 12345 or 12345-6789",
    },
  )
  .overwrite(withStateCode)
  .meta({ id: "GivenAddress" });

export const PostalAddress = z
  .object({
    line1: z.string().nullable(),
    line2: z.string().nullable(),
    city: z.string().nullable(),
    state: z.string().nullable(),
    zipCode: z.string().nullable(),
    country: z.string().nullable(),
  })
  .meta({ id: "PostalAddress" });
